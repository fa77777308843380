package io.heddle.check.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Failure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Reach;
import io.heddle.model.Finding.Severity;
import io.heddle.model.Place;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InputsTest {

    @TempDir
    Path folder;

    @Test
    void whatCannotBeReadIsAFailureThatSaysSo() throws IOException {
        Path whole = jar("whole.jar", "com/example/Shop.class");
        byte[] bytes = Files.readAllBytes(whole);
        Files.write(folder.resolve("torn.jar"), Arrays.copyOf(bytes, bytes.length / 2));
        Files.writeString(folder.resolve("notes.jar"), "no archive at all");
        Files.createDirectory(folder.resolve("empty"));
        jar("sources.jar", "my/core.clj");
        jar("javadoc.jar", "index.html");
        assertFails("absent.jar", "there is no file");
        assertFails("torn.jar", "is a part of an archive or a damaged one");
        assertFails("notes.jar", "is not an archive");
        assertFails("empty", "has no class files");
        assertFails("sources.jar", "holds Clojure sources and no classes");
        assertFails("javadoc.jar", "has no class files");
    }

    private void assertFails(String name, String expected) {
        Failure failure = assertThrows(
                Failure.class, () -> Inputs.of(List.of(folder.resolve(name).toString()), List.of(), true, _ -> {}));
        assertTrue(failure.sentence().contains(expected), failure.sentence());
        assertTrue(!failure.next().isBlank());
    }

    @Test
    void aBuildToolNamesTheClassPathAndItsLines() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("orders/target/classes"));
        Files.writeString(classes.resolve("Shop.class"), "");
        Path source = Files.createDirectories(folder.resolve("orders/src/main/java/com/example"));
        Files.writeString(source.resolve("Shop.java"), "");
        Path library = jar("driver.jar", "com/example/driver/Driver.class");
        Path file = Files.writeString(
                folder.resolve("class-path.heddle"),
                "project\t%s\torders/\nown\t%s\torders:1\nlibrary\t%s\tdriver:2\tpom.xml\t31\n"
                        .formatted(folder.resolve("orders"), classes, library));
        Inputs inputs = Inputs.of(List.of(file.toString()), List.of(), true, _ -> {});
        assertEquals(List.of(classes), inputs.targets());
        assertEquals(List.of(library), inputs.libraries());
        assertTrue(inputs.service());
        assertEquals("driver:2", inputs.artifacts().get(library));
        assertEquals(
                Optional.of(new Place("pom.xml", 31)),
                inputs.places().apply(finding("driver:2", "com.example.driver.Driver", "Driver.java")));
        assertEquals(
                Optional.of(new Place("orders/src/main/java/com/example/Shop.java", 7)),
                inputs.places().apply(finding("orders:1", "com.example.Shop", "Shop.java")));
    }

    @Test
    void aClassPathFileOfSomethingElseIsRefused() throws IOException {
        Files.writeString(folder.resolve("else.heddle"), "hello\n");
        assertFails("else.heddle", "has a line that is none of a class path: hello");
    }

    @Test
    void foldersOfAClassPathAreTheApplication() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Files.writeString(classes.resolve("Shop.class"), "");
        Path library = jar("library.jar", "com/example/Library.class");
        Inputs inputs = Inputs.of(
                List.of(library + File.pathSeparator + classes + File.pathSeparator + folder.resolve("gone.jar")),
                List.of(),
                true,
                _ -> {});
        assertEquals(List.of(classes), inputs.targets());
        assertEquals(List.of(library), inputs.libraries());
        assertTrue(inputs.notes().getFirst().contains("gone.jar"), inputs.notes()::toString);
    }

    @Test
    void coordinatesThatAreNotHereFailOffline() {
        Failure failure = assertThrows(
                Failure.class, () -> Inputs.of(List.of("com.example.absent:absent:1.0"), List.of(), true, _ -> {}));
        assertTrue(failure.sentence().contains("is not in the local Maven repository"), failure.sentence());
    }

    /// The library is one that this build uses, so it is in the local repository.
    @Test
    void aMavenProjectIsResolvedAndItsLinesAreKnown() throws IOException {
        Files.createDirectories(folder.resolve("target/classes/com/example"));
        Files.writeString(folder.resolve("target/classes/com/example/Shop.class"), "");
        Path source = Files.createDirectories(folder.resolve("src/main/java/com/example"))
                .resolve("Shop.java");
        Files.writeString(source, "package com.example;\n");
        Files.writeString(folder.resolve("pom.xml"), """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>com.example</groupId>
                  <artifactId>shop</artifactId>
                  <version>1</version>
                  <dependencies>
                    <dependency>
                      <groupId>org.jspecify</groupId>
                      <artifactId>jspecify</artifactId>
                      <version>%s</version>
                    </dependency>
                  </dependencies>
                </project>
                """.formatted(jspecify()));
        Inputs inputs = Inputs.of(List.of(folder.toString()), List.of(), true, _ -> {});
        assertEquals(List.of(folder.resolve("target/classes")), inputs.targets());
        assertEquals(
                List.of("org.jspecify:jspecify:" + jspecify()),
                inputs.libraries().stream().map(inputs.artifacts()::get).toList(),
                inputs.notes()::toString);
        assertEquals(
                Optional.of(new Place("pom.xml", 9)),
                inputs.places().apply(finding("org.jspecify:jspecify:" + jspecify(), "org.jspecify.Any", "Any.java")));
        assertEquals(
                Optional.of(new Place("src/main/java/com/example/Shop.java", 7)),
                inputs.places().apply(finding("com.example:shop:1", "com.example.Shop", "Shop.java")));
    }

    /// Whoever made a class file may have called its source anything.
    @Test
    void aSourceThatNoFileIsCalledHasNoLine() throws IOException {
        Files.writeString(folder.resolve("build.gradle"), "dependencies {\n}\n");
        Files.createDirectories(folder.resolve("build/classes/java/main/com/example"));
        Files.writeString(folder.resolve("build/classes/java/main/com/example/Shop.class"), "");
        Inputs inputs = Inputs.of(List.of(folder.toString()), List.of(), true, _ -> {});
        for (String source : List.of("Shop\0.java", "\0", "\ud800.java", "../../../etc/passwd", "/etc/passwd")) {
            assertEquals(
                    Optional.of(new Place("build.gradle", 1)),
                    inputs.places().apply(finding("main", "com.example.Shop", source)));
        }
        assertEquals(
                Optional.of(new Place("build.gradle", 1)),
                inputs.places().apply(finding("main", "com.ex\0ample.Shop", "Shop.java")));
    }

    /// Each of them names the others, and itself.
    @Test
    void pomsThatNameEachOtherEnd() throws IOException {
        String modules = IntStream.range(0, 12)
                .mapToObj(i -> "<module>../m" + i + "</module>")
                .collect(Collectors.joining());
        for (int i = 0; i < 12; i++) {
            Files.writeString(
                    Files.createDirectories(folder.resolve("m" + i)).resolve("pom.xml"),
                    "<project><groupId>g</groupId><artifactId>m" + i + "</artifactId><version>1</version><modules>"
                            + modules + "</modules></project>");
        }
        assertFails("m0", "is not built");
    }

    @Test
    void aPomThatIsNestedDeepIsRefused() throws IOException {
        Files.writeString(
                folder.resolve("pom.xml"),
                "<project><modules><module>" + "<a>".repeat(100_000) + "</a>".repeat(100_000)
                        + "</module></modules></project>");
        assertFails("", "cannot be read");
    }

    @Test
    void aProjectThatIsNotBuiltSaysHowToBuild() throws IOException {
        Files.writeString(
                folder.resolve("build.gradle"), "dependencies {\n    implementation 'com.zaxxer:HikariCP:5.1.0'\n}\n");
        assertFails("", "is not built");
        Files.createDirectories(folder.resolve("build/libs"));
        Files.move(jar("shop.jar", "com/example/Shop.class"), folder.resolve("build/libs/shop.jar"));
        Inputs inputs = Inputs.of(List.of(folder.toString()), List.of(), true, _ -> {});
        assertEquals(List.of(folder.resolve("build/libs/shop.jar")), inputs.targets());
        assertEquals(
                Optional.of(new Place("build.gradle", 2)),
                inputs.places().apply(finding("com.zaxxer:HikariCP:5.1.0", "com.zaxxer.hikari.Pool", "Pool.java")));
        assertEquals(
                Optional.of(new Place("build.gradle", 1)),
                inputs.places().apply(finding("org.slf4j:slf4j-api:2.0.17", "org.slf4j.Log", "Log.java")));
    }

    /// The version that is on this test's own class path.
    private static String jspecify() {
        List<String> found = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            String name = Path.of(entry).getFileName().toString();
            if (name.startsWith("jspecify-")) {
                found.add(name.substring("jspecify-".length(), name.length() - ".jar".length()));
            }
        }
        return found.getFirst();
    }

    static Finding finding(String artifact, String type, String source) {
        return new Finding(
                "blocking-under-monitor",
                21,
                Optional.empty(),
                Severity.STALL,
                Confidence.LIKELY,
                "",
                Reach.UNKNOWN,
                artifact,
                type,
                "run",
                "()V",
                source,
                7,
                List.of(),
                "",
                "",
                Optional.empty());
    }

    private Path jar(String name, String... entries) throws IOException {
        Path file = folder.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (String entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write(new byte[200]);
            }
        }
        return file;
    }
}
