package io.heddle.check.input;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The folder that Quarkus builds (its *fast-jar*), which its run jar reads: the application in `app`, what the build
/// wrote in `quarkus`, and the libraries in `lib`. See Quarkus' guide on Maven, "fast-jar".
///
/// @param targets the application's own jars
/// @param libraries what the build wrote first, as Quarkus' class loader takes it
record QuarkusApp(List<Path> targets, List<Path> libraries) {

    private static final String RUN_JAR = "quarkus-run.jar";
    private static final List<String> LIBRARIES = List.of("quarkus", "lib/main", "lib/boot");

    /// @param file the folder, or the run jar in it
    /// @return empty where it is no such folder
    static Optional<QuarkusApp> of(Path file) {
        boolean runJar = String.valueOf(file.getFileName()).equals(RUN_JAR);
        Path folder = runJar ? file.resolveSibling("") : file;
        List<Path> own = jars(folder.resolve("app")).toList();
        return Files.isRegularFile(folder.resolve(RUN_JAR)) && !own.isEmpty()
                ? Optional.of(new QuarkusApp(
                        own,
                        LIBRARIES.stream()
                                .flatMap(
                                        library -> jars(folder.resolve(library)).sorted(QuarkusApp::overridesFirst))
                                .toList()))
                : Optional.empty();
    }

    // The classes that the build changed take the place of the libraries' own.
    private static int overridesFirst(Path one, Path other) {
        return Boolean.compare(isOfChanged(other), isOfChanged(one));
    }

    private static boolean isOfChanged(Path jar) {
        return String.valueOf(jar.getFileName()).startsWith("transformed-");
    }

    private static Stream<Path> jars(Path folder) {
        return Preflight.list(folder).stream().filter(file -> file.toString().endsWith(".jar"));
    }
}
