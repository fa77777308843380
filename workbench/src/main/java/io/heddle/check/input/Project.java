package io.heddle.check.input;

import io.heddle.model.Failure;
import io.heddle.model.Finding;
import io.heddle.model.Place;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The built output of a Maven or Gradle project.
///
/// @param folder of the build file
/// @param buildFile names its dependencies
/// @param broughtBy `group:artifact` of the direct dependency that brings an artifact, by its name; empty
///     where the tree is not known
record Project(
        Path folder,
        Path buildFile,
        List<Path> targets,
        List<Path> libraries,
        Map<Path, String> artifacts,
        Map<String, String> broughtBy,
        List<String> notes) {

    private static final List<String> GRADLE = List.of("build.gradle.kts", "build.gradle");
    private static final List<String> GRADLE_CLASSES = List.of(
            "build/classes/java/main",
            "build/classes/kotlin/main",
            "build/classes/groovy/main",
            "build/classes/scala/main",
            "build/clojure/main");
    private static final List<String> NOT_THE_SERVICE =
            List.of("-sources.jar", "-javadoc.jar", "-plain.jar", "-tests.jar");

    /// @return empty when the folder has no build file
    /// @throws Failure when nothing is built
    static Optional<Project> of(Path folder, boolean offline, Consumer<String> say) {
        if (Files.exists(folder.resolve("pom.xml"))) {
            return Optional.of(maven(folder, offline, say));
        }
        return GRADLE.stream()
                .map(folder::resolve)
                .filter(Files::exists)
                .findFirst()
                .map(build -> gradle(folder, build));
    }

    private static Project maven(Path folder, boolean offline, Consumer<String> say) {
        MavenBuild build = MavenBuild.of(folder);
        List<Path> targets = build.targets();
        if (targets.isEmpty()) {
            throw new Failure(
                    "the Maven project " + folder + " is not built: it has no target/classes",
                    "build it first: mvn package");
        }
        MavenBuild.Libraries libraries = build.libraries(Map.of(), offline, say);
        targets.forEach(Preflight::check);
        return new Project(
                folder,
                build.pom(),
                targets,
                libraries.files(),
                libraries.artifacts(),
                libraries.broughtBy(),
                libraries.notes());
    }

    /// A fat jar has its libraries in it. Without one they are known to Gradle alone, which Heddle does not run.
    private static Project gradle(Path folder, Path build) {
        Optional<QuarkusApp> quarkus = QuarkusApp.of(folder.resolve("build/quarkus-app"));
        if (quarkus.isPresent()) {
            QuarkusApp app = quarkus.get();
            return new Project(folder, build, app.targets(), app.libraries(), Map.of(), Map.of(), List.of());
        }
        Optional<Path> fat = archives(folder.resolve("build/libs")).findFirst();
        if (fat.isPresent()) {
            Preflight.check(fat.orElseThrow());
            return new Project(folder, build, List.of(fat.orElseThrow()), List.of(), Map.of(), Map.of(), List.of());
        }
        List<Path> classes = GRADLE_CLASSES.stream()
                .map(folder::resolve)
                .filter(Files::isDirectory)
                .toList();
        if (classes.isEmpty()) {
            throw new Failure(
                    "the Gradle project " + folder + " is not built: it has neither build/libs nor build/classes",
                    "build it first: ./gradlew assemble");
        }
        classes.forEach(Preflight::check);
        return new Project(
                folder,
                build,
                classes,
                List.of(),
                Map.of(),
                Map.of(),
                List.of("Gradle's libraries are not known without its fat jar: name them with --with, or build one."));
    }

    /// The largest first: a fat jar is larger than the plain one beside it.
    static Stream<Path> archives(Path folder) {
        Predicate<Path> service =
                file -> (file.toString().endsWith(".jar") || file.toString().endsWith(".war"))
                        && NOT_THE_SERVICE.stream().noneMatch(file.toString()::endsWith);
        return Preflight.list(folder).stream()
                .filter(service)
                .sorted((a, b) -> Long.compare(b.toFile().length(), a.toFile().length()));
    }

    /// The line that people edit: of the source where the class is the project's own, else of the build file that
    /// brings the library.
    Optional<Place> place(Finding finding) {
        BuildLines lines = new BuildLines(folder);
        String direct = broughtBy.getOrDefault(finding.artifact(), finding.artifact());
        boolean own = targets.stream()
                .anyMatch(target -> finding.artifact().equals(artifacts.get(target))
                        || finding.artifact().equals(String.valueOf(target.getFileName())));
        return (own ? lines.source(finding) : Optional.<Place>empty()).or(() -> lines.dependency(buildFile, direct));
    }
}
