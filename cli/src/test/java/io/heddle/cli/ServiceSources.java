package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.maven.MavenJars;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;

/// Services of a few lines on frameworks that the build does not fetch: the test does, and compiles them.
final class ServiceSources {

    private static final String POM = read(HeddleRun.ROOT.resolve("pom.xml"));

    /// For Java 21, without annotation processors.
    static final List<String> PLAIN = List.of("--release", "21", "-proc:none");

    private ServiceSources() {}

    /// A version from the root pom.
    static String version(String name) {
        String open = "<" + name + ".version>";
        int at = POM.indexOf(open);
        if (at < 0) {
            throw new AssertionError("no " + open + " in the root pom");
        }
        return POM.substring(at + open.length(), POM.indexOf('<', at + open.length()));
    }

    /// The jars and what they need.
    static List<Path> jars(String... coordinates) {
        try (MavenJars jars = MavenJars.open()) {
            return jars.withDependencies(List.of(coordinates));
        }
    }

    /// One file, such as a server's own archive.
    static Path file(String coordinate) {
        try (MavenJars jars = MavenJars.open()) {
            return jars.jar(coordinate);
        }
    }

    static String path(List<Path> entries) {
        return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /// Writes a resource of a service as it stands.
    static Path copy(String resource, Path to) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(ServiceSources.class.getResourceAsStream("/services/" + resource), resource)) {
            Files.write(to, in.readAllBytes());
            return to;
        }
    }

    /// Compiles the service of this name for Java 21.
    ///
    /// @return its class path, classes first
    static List<Path> compile(String service, Path classes, List<Path> jars) throws IOException {
        return compile(service, classes, jars, PLAIN);
    }

    /// The same with the compiler's own options: a release, annotation processors.
    static List<Path> compile(String service, Path classes, List<Path> jars, List<String> options) throws IOException {
        return compile(service, classes, jars, options, UnaryOperator.identity());
    }

    /// The same after a change to its source, such as other packages.
    static List<Path> compile(
            String service, Path classes, List<Path> jars, List<String> options, UnaryOperator<String> change)
            throws IOException {
        Path source = copy(
                service + "/Service.java.txt",
                Files.createDirectories(classes.resolveSibling(classes.getFileName() + "-source"))
                        .resolve("Service.java"));
        Files.writeString(source, change.apply(Files.readString(source)));
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of(
                "-nowarn",
                "-cp",
                path(jars),
                "-d",
                Files.createDirectories(classes).toString(),
                source.toString()));
        int status = ToolProvider.getSystemJavaCompiler().run(null, messages, messages, all.toArray(String[]::new));
        assertEquals(0, status, () -> messages.toString(StandardCharsets.UTF_8));
        List<Path> path = new ArrayList<>(List.of(classes));
        path.addAll(jars);
        return path;
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
