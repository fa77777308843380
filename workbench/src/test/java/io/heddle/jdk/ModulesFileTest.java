package io.heddle.jdk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The file is read as the JDK's own file system reads it.
class ModulesFileTest {

    private static final Path OWN = Path.of(System.getProperty("java.home"));

    @Test
    void everyClassOfTheRunningJdkIsTheSame() throws IOException {
        assertSame(OWN, FileSystems.getFileSystem(URI.create("jrt:/")), 7);
    }

    @Test
    @Tag("slow")
    void everyClassOfAnotherJdkIsTheSame() throws IOException {
        String jdk21 = System.getProperty("heddle.jdk21", "");
        assumeFalse(jdk21.isEmpty(), "needs a JDK 21: -Dheddle.jdk21=HOME");
        try (FileSystem files = FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", jdk21))) {
            assertSame(Path.of(jdk21), files, 1);
        }
    }

    @Test
    @Tag("slow")
    void anImageThatJlinkHasDeflatedIsTheSame(@TempDir Path folder) throws IOException {
        Path image = linked(folder.resolve("image"), "zip-6");
        try (FileSystem files = FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", image.toString()))) {
            assertSame(image, files, 5);
        }
        Path shared = linked(folder.resolve("shared"), "1");
        try (ModulesFile modules = ModulesFile.open(shared)) {
            IOException no = assertThrows(IOException.class, () -> modules.read("java/lang/String"));
            assertEquals("java/lang/String is compressed by compact-cp, which Heddle cannot undo", no.getMessage());
        }
    }

    @Test
    void whatIsNoClassIsNotFound() throws IOException {
        try (ModulesFile modules = ModulesFile.open(OWN)) {
            for (String name : List.of("java/lang/Strange", "java.lang.String", "module-info", "/", "", "a\0b/c")) {
                assertFalse(modules.has(name), name);
                assertTrue(modules.read(name).isEmpty(), name);
            }
        }
    }

    @Test
    void aRelativeHomeIsRefused() {
        Path relative = Path.of("").toAbsolutePath().relativize(OWN);
        IOException no = assertThrows(IOException.class, () -> ModulesFile.open(relative));
        assertTrue(String.valueOf(no.getMessage()).contains("a JDK's home must be an absolute path"), no::toString);
    }

    /// Nothing but an [IOException], whatever the bytes are.
    @Test
    void aDamagedFileIsToldAsDamaged(@TempDir Path home) throws IOException {
        Path lib = Files.createDirectory(home.resolve("lib"));
        byte[] head;
        try (java.io.InputStream in = Files.newInputStream(OWN.resolve("lib").resolve("modules"))) {
            head = in.readNBytes(1 << 16);
        }
        Random random = new Random(1);
        for (int i = 0; i < 300; i++) {
            byte[] bytes = java.util.Arrays.copyOf(head, random.nextInt(head.length));
            for (int j = random.nextInt(8); j > 0 && bytes.length > 28; j--) {
                bytes[4 + random.nextInt(24)] = (byte) random.nextInt();
            }
            Files.write(lib.resolve("modules"), bytes);
            assertThrows(IOException.class, () -> ModulesFile.open(home).close());
        }
    }

    private static Path linked(Path image, String compress) {
        StringWriter said = new StringWriter();
        int code = ToolProvider.findFirst("jlink")
                .orElseThrow()
                .run(
                        new PrintWriter(said),
                        new PrintWriter(said),
                        "--add-modules",
                        "java.base",
                        "--compress",
                        compress,
                        "--output",
                        image.toString());
        assertEquals(0, code, said::toString);
        return image;
    }

    /// @param step every how many of the classes are looked at
    private static void assertSame(Path home, FileSystem files, int step) throws IOException {
        try (ModulesFile modules = ModulesFile.open(home);
                Stream<Path> walk = Files.walk(files.getPath("/modules"))) {
            List<Path> classes = walk.filter(
                            file -> file.getNameCount() > 3 && file.toString().endsWith(".class"))
                    .toList();
            assertTrue(classes.size() > 5_000, () -> classes.size() + " classes");
            for (int i = 0; i < classes.size(); i += step) {
                Path file = classes.get(i);
                String name = file.subpath(2, file.getNameCount()).toString().replace(".class", "");
                assertArrayEquals(
                        Files.readAllBytes(file), modules.read(name).orElseThrow(() -> new AssertionError(name)), name);
            }
        }
    }
}
