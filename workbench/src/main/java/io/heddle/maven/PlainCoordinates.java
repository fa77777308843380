package io.heddle.maven;

import io.heddle.model.Failure;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.collection.DependencyCollectionContext;
import org.eclipse.aether.collection.DependencySelector;
import org.eclipse.aether.graph.Dependency;

/// Refuses coordinates that no repository can hold. A repository makes the names of files and folders of them, so that
/// one with a slash would lead out of the local repository.
///
/// @param say is told of each that is left out, in a sentence
record PlainCoordinates(Consumer<String> say) implements DependencySelector {

    /// Of paths and locks: `/`, `\\`, `:`, what a file system refuses, and names that are a folder above. A range has
    /// brackets and commas.
    private static final Pattern BAD = Pattern.compile("[/\\\\:\"<>|?*\\p{Cntrl}]|^\\.{1,2}$");
    private static final int LONGEST = 200;

    /// @throws Failure when one of the parts is none
    static void check(Artifact artifact) {
        if (!isPlain(artifact)) {
            throw new Failure(
                    shown(artifact) + " are coordinates that no Maven repository can hold",
                    "correct the version and the names in the pom");
        }
    }

    private static boolean isPlain(Artifact artifact) {
        return Stream.of(
                        artifact.getGroupId(),
                        artifact.getArtifactId(),
                        artifact.getVersion(),
                        artifact.getClassifier(),
                        artifact.getExtension())
                .allMatch(part -> part.length() <= LONGEST && !BAD.matcher(part).find());
    }

    @Override
    public boolean selectDependency(Dependency dependency) {
        boolean plain = isPlain(dependency.getArtifact());
        if (!plain) {
            say.accept(shown(dependency.getArtifact())
                    + " are coordinates that no Maven repository can hold: calls into it are not followed.");
        }
        return plain;
    }

    @Override
    public DependencySelector deriveChildSelector(DependencyCollectionContext context) {
        return this;
    }

    private static String shown(Artifact artifact) {
        String all = String.join(
                ":",
                List.of(
                        artifact.getGroupId(),
                        artifact.getArtifactId(),
                        artifact.getExtension(),
                        artifact.getClassifier(),
                        artifact.getVersion()));
        return all.length() > LONGEST ? all.substring(0, LONGEST) + "…" : all;
    }
}
