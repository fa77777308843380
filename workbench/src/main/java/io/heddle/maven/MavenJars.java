package io.heddle.maven;

import io.heddle.model.Failure;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.VersionRangeRequest;
import org.eclipse.aether.resolution.VersionRangeResult;
import org.eclipse.aether.transfer.TransferEvent;
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.version.Version;

/// Finds jars by their coordinates, `group:artifact:version` or `group:artifact:extension:classifier:version`, by the
/// rules that Maven has.
///
/// Downloads go to the user's local repository, which is the cache: what is there is not asked for again, so that it
/// works offline. Safe for use by several threads.
public final class MavenJars implements AutoCloseable {

    private static final String NETWORK =
            "connect to a network that reaches Maven Central, or name a mirror of it, by https, in settings.xml or in HEDDLE_MAVEN";

    private final MavenSession maven;

    private MavenJars(MavenSession maven) {
        this.maven = maven;
    }

    /// As Maven would on this machine.
    ///
    /// @throws Failure when a settings.xml cannot be read
    public static MavenJars open() {
        return open(false);
    }

    /// @param offline whether the network is left alone
    /// @throws Failure when a settings.xml cannot be read
    public static MavenJars open(boolean offline) {
        return new MavenJars(MavenSession.open(offline, Optional.empty()));
    }

    /// @param local folder of downloads, made when missing
    /// @param remote address of a Maven 2 repository
    static MavenJars open(Path local, String remote) {
        return new MavenJars(MavenSession.open(local, remote));
    }

    /// One jar, without what it depends on.
    ///
    /// @throws Failure when there is none, or it cannot be fetched
    public Path jar(String coordinate) {
        try {
            return file(maven.system()
                    .resolveArtifact(
                            maven.session(), new ArtifactRequest(artifact(coordinate), maven.repositories(), "")));
        } catch (RepositoryException e) {
            throw failure(List.of(coordinate), e);
        }
    }

    /// The POM of an artifact.
    ///
    /// @param coordinate `group:artifact:version`
    /// @throws Failure when there is none, or it cannot be fetched
    public Path pom(String coordinate) {
        Artifact of = artifact(coordinate);
        return jar(of.getGroupId() + ":" + of.getArtifactId() + ":pom:" + of.getVersion());
    }

    /// The releases of an artifact that the repositories list, ascending by Maven's order of versions.
    /// Where the network is left alone, those that the local repository knows of.
    ///
    /// @param library `group:artifact`
    /// @param after releases before it, and itself, are left out
    /// @throws Failure when no repository answers
    public List<String> releases(String library, String after) {
        VersionRangeRequest request =
                new VersionRangeRequest(artifact(library + ":(" + after + ",)"), maven.repositories(), "");
        try {
            VersionRangeResult result = maven.system().resolveVersionRange(maven.session(), request);
            if (result.getVersions().isEmpty() && !result.getExceptions().isEmpty()) {
                throw new Failure(
                        "the releases of " + library + " cannot be listed: "
                                + result.getExceptions().getFirst().getMessage(),
                        NETWORK);
            }
            return result.getVersions().stream().map(Version::toString).toList();
        } catch (RepositoryException e) {
            throw failure(List.of(library), e);
        }
    }

    /// These jars, without what they depend on, in this order. What is missing is fetched, some files at once.
    ///
    /// @param fetched takes the bytes of each jar that was fetched; called by several threads
    /// @throws Failure when there is none, or it cannot be fetched
    public List<Path> jars(List<String> coordinates, LongConsumer fetched) {
        DefaultRepositorySystemSession told = new DefaultRepositorySystemSession(maven.session());
        told.setTransferListener(new TransferLimits() {
            @Override
            public void transferSucceeded(TransferEvent event) {
                super.transferSucceeded(event);
                if (event.getResource().getResourceName().endsWith(".jar")) {
                    fetched.accept(event.getTransferredBytes());
                }
            }
        });
        try {
            return maven
                    .system()
                    .resolveArtifacts(
                            told,
                            coordinates.stream()
                                    .map(coordinate ->
                                            new ArtifactRequest(artifact(coordinate), maven.repositories(), ""))
                                    .toList())
                    .stream()
                    .map(MavenJars::file)
                    .toList();
        } catch (RepositoryException e) {
            throw failure(List.of(coordinates.getFirst() + " and " + (coordinates.size() - 1) + " others"), e);
        }
    }

    /// The jars and all that they need at run time, nearest version first as Maven mediates.
    ///
    /// @param coordinates at least one
    /// @throws Failure when one is missing, or cannot be fetched
    public List<Path> withDependencies(List<String> coordinates) {
        return List.copyOf(namedWithDependencies(coordinates).keySet());
    }

    /// The same with the coordinates of each jar, as `group:artifact:version`.
    public Map<Path, String> namedWithDependencies(List<String> coordinates) {
        CollectRequest collect = new CollectRequest();
        collect.setRepositories(maven.repositories());
        List<Artifact> roots = coordinates.stream().map(MavenJars::artifact).toList();
        roots.forEach(root -> collect.addDependency(new Dependency(root, JavaScopes.RUNTIME)));
        DependencyRequest request = new DependencyRequest(collect, (node, parents) -> runtime(node.getDependency()));
        try {
            Map<Path, String> jars = new LinkedHashMap<>();
            maven.ask(roots, () -> maven.system().resolveDependencies(maven.session(), request))
                    .getArtifactResults()
                    .forEach(result -> jars.put(file(result), name(result.getArtifact())));
            return jars;
        } catch (RepositoryException e) {
            throw failure(coordinates, e);
        }
    }

    @Override
    public void close() {
        maven.close();
    }

    private static boolean runtime(Dependency dependency) {
        return dependency == null
                || dependency.getScope().equals(JavaScopes.RUNTIME)
                || dependency.getScope().equals(JavaScopes.COMPILE);
    }

    private static Artifact artifact(String coordinate) {
        try {
            Artifact artifact = new DefaultArtifact(coordinate);
            PlainCoordinates.check(artifact);
            return artifact;
        } catch (IllegalArgumentException e) {
            throw new Failure(
                    coordinate + " are no Maven coordinates",
                    "write group:artifact:version, such as org.clojure:clojure:1.12.0",
                    e);
        }
    }

    private static String name(Artifact artifact) {
        return artifact.getGroupId() + ":" + artifact.getArtifactId() + ":" + artifact.getVersion();
    }

    private static Path file(ArtifactResult result) {
        return Optional.ofNullable(result.getArtifact())
                .map(Artifact::getPath)
                .orElseThrow(() -> new Failure(
                        "the local Maven repository names no file for "
                                + result.getRequest().getArtifact(),
                        "delete that folder of it, and start again"));
    }

    private static Failure failure(List<String> coordinates, RepositoryException e) {
        // The innermost says why; those around it only what it was part of.
        Throwable reason = e;
        while (reason.getCause() instanceof RepositoryException inner) {
            reason = inner;
        }
        String why = String.valueOf(reason.getMessage()).lines().findFirst().orElse("");
        return new Failure(
                String.join(", ", coordinates) + " cannot be had from Maven Central or the local repository: " + why,
                NETWORK,
                e);
    }
}
