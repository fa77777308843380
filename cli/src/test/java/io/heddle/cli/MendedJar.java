package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// A fat jar of a service whose source `heddle fix --write` edited, built again.
final class MendedJar {

    private MendedJar() {}

    /// @param folder to work in
    /// @param service name of a folder of targets, with Spring Boot's fat jar
    /// @param mended what of the service's own code must be mended, as `Class.method`
    static Path of(Path folder, String service, List<String> mended) throws Exception {
        Path original = ServiceUnderTest.jar(service);
        Path source = Files.createDirectories(folder.resolve("source"));
        copy(HeddleRun.ROOT.resolve("targets").resolve(service).resolve("src/main/java"), source);
        HeddleRun.Ended fix = HeddleRun.run(
                        folder,
                        "fix",
                        original.toString(),
                        "--sources",
                        "source",
                        "--only",
                        "lock,cache",
                        "--write",
                        "--json",
                        "fix.json",
                        "--fail-on",
                        "never")
                .exits(0);
        List<String> places = fix.json("fix.json")
                .path("answers")
                .valueStream()
                .filter(answer -> answer.path("kind").asText().equals("mended"))
                .map(answer -> answer.path("class").asText() + "."
                        + answer.path("method").asText())
                .toList();
        assertTrue(places.containsAll(mended), fix.out());
        Path jar = Files.copy(original, folder.resolve("mended.jar"));
        try (FileSystem zip = FileSystems.newFileSystem(jar)) {
            Path classes = compiled(folder, source, zip);
            try (Stream<Path> files = Files.walk(classes)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Files.copy(
                            file,
                            zip.getPath(
                                    "BOOT-INF/classes", classes.relativize(file).toString()),
                            StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
        return jar;
    }

    private static Path compiled(Path folder, Path source, FileSystem zip) throws IOException {
        Path libraries = Files.createDirectories(folder.resolve("libraries"));
        try (Stream<Path> inside = Files.list(zip.getPath("BOOT-INF/lib"))) {
            for (Path library : inside.toList()) {
                try (InputStream in = Files.newInputStream(library)) {
                    Files.copy(in, libraries.resolve(library.getFileName().toString()));
                }
            }
        }
        Path classes = Files.createDirectories(folder.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (Stream<Path> sources = Files.walk(source);
                Stream<Path> jars = Files.list(libraries);
                StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            String classPath = jars.map(Path::toString).collect(Collectors.joining(java.io.File.pathSeparator));
            boolean fine = compiler.getTask(
                            said,
                            files,
                            null,
                            List.of("--release", "21", "-g", "-parameters", "-cp", classPath, "-d", classes.toString()),
                            null,
                            files.getJavaFileObjectsFromPaths(
                                    sources.filter(file -> file.toString().endsWith(".java"))
                                            .toList()))
                    .call();
            assertTrue(fine, said::toString);
        }
        return classes;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }
}
