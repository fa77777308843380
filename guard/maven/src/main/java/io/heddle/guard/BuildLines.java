package io.heddle.guard;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.InputLocation;
import org.apache.maven.model.Parent;
import org.apache.maven.project.MavenProject;

/// Where the poms of a repository bring a library in. Maven tracks for each element which pom it came from.
///
/// @param repository the folder that all paths are relative to
record BuildLines(MavenProject project, Path repository) {

    /// The line of the dependency that brings the artifact: in this module's pom, or in a parent's which lies in the
    /// repository. If a parent from elsewhere brings it, the line that names the parent.
    Optional<BuildLine> of(Artifact artifact) {
        return direct(artifact)
                .flatMap(dependency -> locations(dependency).flatMap(this::here).findFirst())
                .or(this::parent);
    }

    /// The dependency of the project at the beginning of the artifact's trail.
    private Optional<Dependency> direct(Artifact artifact) {
        List<String> trail = artifact.getDependencyTrail() == null ? List.of() : artifact.getDependencyTrail();
        String first = trail.size() > 1 ? trail.get(1) : artifact.getId();
        return project.getDependencies().stream()
                .filter(dependency ->
                        first.startsWith(dependency.getGroupId() + ":" + dependency.getArtifactId() + ":"))
                .findFirst();
    }

    private static Stream<InputLocation> locations(Dependency dependency) {
        return Stream.of(dependency.getLocation("artifactId"), dependency.getLocation(""))
                .filter(Objects::nonNull);
    }

    private Optional<BuildLine> parent() {
        for (MavenProject at = project; at != null && isHere(at.getFile()); at = at.getParent()) {
            Parent parent = at.getOriginalModel().getParent();
            if (parent != null
                    && (at.getParent() == null || !isHere(at.getParent().getFile()))) {
                return Stream.of(parent.getLocation("artifactId"), parent.getLocation(""))
                        .filter(Objects::nonNull)
                        .flatMap(this::here)
                        .findFirst();
            }
        }
        return Optional.empty();
    }

    /// Empty where the location is in a pom from elsewhere.
    private Stream<BuildLine> here(InputLocation location) {
        return location.getSource() == null
                        || location.getSource().getLocation() == null
                        || location.getLineNumber() < 1
                ? Stream.empty()
                : Stream.of(Path.of(location.getSource().getLocation()))
                        .filter(pom -> isHere(pom.toFile()))
                        .map(pom -> new BuildLine(relative(pom), location.getLineNumber()));
    }

    private boolean isHere(java.io.File file) {
        return file != null && file.toPath().toAbsolutePath().normalize().startsWith(repository);
    }

    private String relative(Path file) {
        return repository
                .relativize(file.toAbsolutePath().normalize())
                .toString()
                .replace('\\', '/');
    }
}
