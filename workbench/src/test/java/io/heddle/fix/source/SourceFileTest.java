package io.heddle.fix.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.heddle.model.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceFileTest {

    @TempDir
    private Path folder;

    @Test
    void keepsBytesThatAreNoUtf8() throws IOException {
        byte[] latin = "// caf\u00e9\nclass A {}".getBytes(StandardCharsets.ISO_8859_1);
        Path path = Files.write(folder.resolve("A.java"), latin);
        SourceFile file = SourceFile.read(path, "A.java");
        Replacement.of(Map.of(file, file.text() + "\n"), List.of(folder));
        assertArrayEquals("// caf\u00e9\nclass A {}\n".getBytes(StandardCharsets.ISO_8859_1), Files.readAllBytes(path));
    }

    @Test
    void doesNotOverwriteWhatChangedMeanwhile() throws IOException {
        Path path = Files.writeString(folder.resolve("A.java"), "class A {}\n");
        SourceFile file = SourceFile.read(path, "A.java");
        Files.writeString(path, "class A { int mine; }\n");
        Failure failure = assertThrows(
                Failure.class, () -> Replacement.of(Map.of(file, "class A { int theirs; }\n"), List.of(folder)));
        assertTrue(failure.sentence().contains("changed since it was read"), failure.sentence());
        assertEquals("class A { int mine; }\n", Files.readString(path));
    }

    @Test
    void doesNotWriteWhatIsReadOnly() throws IOException {
        Path path = Files.writeString(folder.resolve("A.java"), "class A {}\n");
        Path other = Files.writeString(folder.resolve("B.java"), "class B {}\n");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("r--r--r--"));
        assumeFalse(Files.isWritable(path), "root writes everything");
        Map<SourceFile, String> texts = new LinkedHashMap<>();
        texts.put(SourceFile.read(other, "B.java"), "class D {}\n");
        texts.put(SourceFile.read(path, "A.java"), "class C {}\n");
        Failure failure = assertThrows(Failure.class, () -> Replacement.of(texts, List.of(folder)));
        assertTrue(failure.sentence().contains("A.java is read-only"), failure.sentence());
        assertEquals("class A {}\n", Files.readString(path));
        assertEquals("class B {}\n", Files.readString(other));
    }

    @Test
    void aPatchAppliesInTheRepositoryOfAFileThatLiesElsewhere() throws IOException {
        Path source = Files.createDirectories(folder.resolve("shop/src"));
        SourceFile file = SourceFile.read(Files.writeString(source.resolve("A.java"), "class A {}\n"), "A.java");
        assertEquals(file.path().getRoot(), file.patchFolder());
        Files.createDirectory(folder.resolve("shop/.git"));
        assertEquals(folder.resolve("shop"), file.patchFolder());
        assertEquals("src/A.java", file.patchName());
        assertEquals("pom.xml", SourceFile.read(Path.of("pom.xml"), "pom.xml").patchName());
    }

    @Test
    void keepsALinkAndPermissions() throws IOException {
        Path real = Files.writeString(folder.resolve("Real.java"), "class A {}\n");
        Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-r-----"));
        Path link = Files.createSymbolicLink(folder.resolve("A.java"), real);
        Replacement.of(Map.of(SourceFile.read(link, "A.java"), "class B {}\n"), List.of(folder));
        assertTrue(Files.isSymbolicLink(link));
        assertEquals("class B {}\n", Files.readString(real));
        assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(real)));
        try (java.util.stream.Stream<Path> left = Files.list(folder)) {
            assertEquals(
                    List.of("A.java", "Real.java"),
                    left.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void replacesAllFilesOrNone() throws IOException {
        SourceFile first = SourceFile.read(Files.writeString(folder.resolve("A.java"), "class A {}\n"), "A.java");
        Path closed = Files.createDirectory(folder.resolve("closed"));
        SourceFile second = SourceFile.read(Files.writeString(closed.resolve("B.java"), "class B {}\n"), "B.java");
        Map<SourceFile, String> texts = new LinkedHashMap<>();
        texts.put(first, "class A { int more; }\n");
        texts.put(second, "class B { int more; }\n");
        Files.delete(second.path());
        assertThrows(Failure.class, () -> Replacement.of(texts, List.of(folder)));
        assertEquals("class A {}\n", Files.readString(first.path()));
        Files.writeString(second.path(), "class B {}\n");
        Replacement.of(texts, List.of(folder));
        assertEquals("class A { int more; }\n", Files.readString(first.path()));
        assertEquals("class B { int more; }\n", Files.readString(second.path()));
        try (java.util.stream.Stream<Path> left = Files.walk(folder)) {
            assertEquals(2, left.filter(Files::isRegularFile).count());
        }
    }

    @Test
    void splicesThatOverlapAreRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> Splices.apply("abcdef", List.of(new Splice(0, 3, "x"), new Splice(2, 4, "y"))));
        assertEquals("aXYdef!", Splices.apply("abcdef", List.of(Splice.insert(6, "!"), new Splice(1, 3, "XY"))));
    }
}
