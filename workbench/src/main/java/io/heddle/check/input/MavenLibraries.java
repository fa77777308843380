package io.heddle.check.input;

import io.heddle.maven.MavenSession;
import io.heddle.model.Failure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.graph.DependencyNode;
import org.eclipse.aether.repository.WorkspaceReader;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.resolution.DependencyResult;
import org.eclipse.aether.util.filter.DependencyFilterUtils;

/// Resolves artifacts with their dependencies as Maven does: its own resolver, with the user's settings.xml, mirrors,
/// proxies, passwords and local repository.
final class MavenLibraries {

    private static final String RUNTIME = "runtime";

    private MavenLibraries() {}

    /// What was found.
    ///
    /// @param file of the artifact itself
    /// @param files all, with their names as `group:artifact:version`, the artifact itself first
    /// @param broughtBy `group:artifact` of the direct dependency that brings an artifact, by its name
    /// @param notes dependencies that are missing
    record Resolved(Path file, Map<Path, String> files, Map<String, String> broughtBy, List<String> notes) {}

    /// @throws Failure when it does not exist, or no repository answers
    static Resolved resolve(Coordinates coordinates, boolean offline) {
        return resolve(coordinates, offline, Optional.empty());
    }

    /// @param workspace knows the poms and classes of projects that are not in any repository
    static Resolved resolve(Coordinates coordinates, boolean offline, Optional<WorkspaceReader> workspace) {
        try (MavenSession maven = MavenSession.open(offline, workspace)) {
            Artifact artifact =
                    new DefaultArtifact(coordinates.group(), coordinates.artifact(), "jar", coordinates.version());
            CollectRequest collect = new CollectRequest(new Dependency(artifact, RUNTIME), maven.repositories());
            DependencyRequest request = new DependencyRequest(collect, DependencyFilterUtils.classpathFilter(RUNTIME));
            try {
                return found(
                        maven.ask(
                                List.of(artifact), () -> maven.system().resolveDependencies(maven.session(), request)),
                        maven.notes());
            } catch (DependencyResolutionException e) {
                return partly(coordinates, e, maven);
            } catch (RepositoryException e) {
                throw failure(coordinates, e, maven.session().isOffline());
            }
        }
    }

    /// A dependency that is missing weakens the result; without the artifact itself there is none.
    private static Resolved partly(Coordinates coordinates, DependencyResolutionException e, MavenSession maven) {
        DependencyResult result = e.getResult();
        if (result.getRoot() == null
                || result.getRoot().getArtifact() == null
                || result.getRoot().getArtifact().getPath() == null) {
            throw failure(coordinates, e, maven.session().isOffline());
        }
        return found(result, maven.notes());
    }

    private static Resolved found(DependencyResult result, List<String> leftOut) {
        Map<Path, String> files = new LinkedHashMap<>();
        List<String> notes = leftOut.stream().distinct().collect(Collectors.toCollection(ArrayList::new));
        for (ArtifactResult each : result.getArtifactResults()) {
            if (each.isResolved()) {
                files.put(each.getArtifact().getPath(), name(each.getArtifact()));
            } else {
                notes.add(name(each.getRequest().getArtifact())
                        + " could not be resolved: calls into it are not followed.");
            }
        }
        Map<String, String> broughtBy = new LinkedHashMap<>();
        for (DependencyNode direct : result.getRoot().getChildren()) {
            mark(
                    direct,
                    direct.getArtifact().getGroupId() + ":"
                            + direct.getArtifact().getArtifactId(),
                    broughtBy);
        }
        return new Resolved(result.getRoot().getArtifact().getPath(), files, broughtBy, notes);
    }

    private static void mark(DependencyNode node, String direct, Map<String, String> broughtBy) {
        if (broughtBy.putIfAbsent(name(node.getArtifact()), direct) == null) {
            node.getChildren().forEach(child -> mark(child, direct, broughtBy));
        }
    }

    private static String name(Artifact artifact) {
        return artifact.getGroupId() + ":" + artifact.getArtifactId() + ":" + artifact.getVersion();
    }

    private static Failure failure(Coordinates coordinates, RepositoryException e, boolean offline) {
        Throwable cause = e;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        String why = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        return offline
                ? new Failure(
                        coordinates
                                + " is not in the local Maven repository, and the network is not used (--offline, or offline in settings.xml)",
                        "run it once without --offline",
                        e)
                : new Failure(
                        coordinates + " cannot be resolved: " + why,
                        "check group, artifact and version; your settings.xml is used, with its mirrors and proxies",
                        e);
    }
}
