package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Finding;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A fat jar: its libraries' code is told of where the service, or a container by a name in a file, gets to it.
class BundledTest {

    private static final Map<String, String> LIBRARY =
            Map.of("Used", library("Used"), "Unused", library("Unused"), "Named", library("Named"));
    private static final Map<String, String> SERVICE = Map.of("Service", """
            public class Service {
                public void serve() throws InterruptedException { new Used().pin(); }
            }
            """);

    private static final Map<String, String> OWN_PIN = Map.of("Service", """
            public class Service {
                public void serve() throws InterruptedException { new Used().pin(); }
                public synchronized void lock() throws InterruptedException { Thread.sleep(10); }
            }
            """);

    @TempDir
    private Path folder;

    @Test
    void aLibrarysCodeIsToldOfWhereTheServiceReachesIt() throws IOException {
        Path library = Compiled.all(Files.createDirectory(folder.resolve("library")), LIBRARY, List.of());
        Path service = Compiled.all(Files.createDirectory(folder.resolve("service")), SERVICE, List.of(library));
        Map<String, byte[]> inner = classes(library, "");
        inner.put("META-INF/services/java.lang.Object", "Named # a provider\n# Unused\n".getBytes());
        Map<String, byte[]> outer = classes(service, "BOOT-INF/classes/");
        outer.put("BOOT-INF/lib/library-1.2.jar", Archives.of(inner));
        outer.put(
                "BOOT-INF/classes/application.yml",
                "spring:\n  threads:\n    virtual:\n      enabled: true\n".getBytes());
        Path jar = Files.write(folder.resolve("service.jar"), Archives.of(outer));
        List<Finding> findings = Checker.run(CheckOptions.of(List.of(jar))).findings();
        assertEquals(
                List.of("library-1.2.jar Named.pin", "library-1.2.jar Used.pin"),
                findings.stream()
                        .map(finding -> finding.artifact() + " " + finding.type() + "." + finding.method())
                        .sorted()
                        .toList());
    }

    /// Packed or not, a service is one thing.
    @Test
    void aServiceHasTheSameFindingsInEveryForm() throws IOException {
        Path library = Compiled.all(Files.createDirectory(folder.resolve("library")), LIBRARY, List.of());
        Path service = Compiled.all(Files.createDirectory(folder.resolve("service")), OWN_PIN, List.of(library));
        byte[] libraryJar = Archives.of(classes(library, ""));
        Map<String, byte[]> fat = classes(service, "BOOT-INF/classes/");
        fat.put("BOOT-INF/lib/library-1.2.jar", libraryJar);
        Map<String, byte[]> war = classes(service, "WEB-INF/classes/");
        war.put("WEB-INF/lib/library-1.2.jar", libraryJar);
        Path lib = Files.write(folder.resolve("library-1.2.jar"), libraryJar);
        List<String> expected = List.of("Service.lock", "Used.pin");
        assertEquals(
                expected,
                places(Files.write(folder.resolve("service.jar"), Archives.of(fat))
                        .toString()));
        assertEquals(
                expected,
                places(Files.write(folder.resolve("service.war"), Archives.of(war))
                        .toString()));
        assertEquals(expected, places(unpacked(fat, "fat").toString()));
        assertEquals(expected, places(unpacked(war, "war").toString()));
        assertEquals(expected, places(service + File.pathSeparator + lib));
    }

    private static List<String> places(String target) {
        return Archives.likely(target).stream()
                .map(finding -> finding.type() + "." + finding.method())
                .sorted()
                .toList();
    }

    private Path unpacked(Map<String, byte[]> entries, String name) throws IOException {
        Path root = folder.resolve(name);
        for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
            Path file = root.resolve(entry.getKey());
            Files.createDirectories(file.getParent());
            Files.write(file, entry.getValue());
        }
        return root;
    }

    /// A library that shades another one brings the same fault a second time, under another name.
    @Test
    void aRelocatedCopyIsToldOnceWithItsOrigin() throws IOException {
        String code = """
                package PACKAGE;
                public class Pins {
                    public synchronized void pin() throws InterruptedException { Thread.sleep(10); }
                }
                """;
        Path own = Compiled.all(
                Files.createDirectory(folder.resolve("own")),
                Map.of("Pins", code.replace("PACKAGE", "lib.core")),
                List.of());
        Path shaded = Compiled.all(
                Files.createDirectory(folder.resolve("shaded")),
                Map.of("Pins", code.replace("PACKAGE", "app.shaded.lib.core")),
                List.of());
        Path other = Compiled.all(
                Files.createDirectory(folder.resolve("other")),
                Map.of("Pins", code.replace("PACKAGE", "another.thing")),
                List.of());
        List<Finding> findings =
                Checker.run(CheckOptions.of(List.of(own, shaded, other))).findings();
        assertEquals(
                List.of("another.thing.Pins", "lib.core.Pins"),
                findings.stream().map(Finding::type).sorted().toList());
        assertEquals(
                List.of("lib.core.Pins"),
                findings.stream()
                        .filter(finding ->
                                finding.reason().endsWith("; the same code is app.shaded.lib.core.Pins in shaded"))
                        .map(Finding::type)
                        .toList());
    }

    private static String library(String name) {
        return "public class " + name
                + " {\n    public synchronized void pin() throws InterruptedException { Thread.sleep(10); }\n}\n";
    }

    private static Map<String, byte[]> classes(Path folder, String prefix) throws IOException {
        Map<String, byte[]> entries = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                entries.put(prefix + file.getFileName(), Files.readAllBytes(file));
            }
        }
        return entries;
    }
}
