package io.heddle.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/// Reasons of failures that the system really had.
class IoReasonTest {

    @TempDir
    private Path folder;

    @Test
    void whatIsMissingIsNamedFromAbove() {
        Path deep = folder.resolve("a").resolve("b").resolve("c.json");
        assertEquals("there is no folder " + folder.resolve("a"), reason(() -> Files.writeString(deep, "")));
        assertEquals("there is no such file", reason(() -> Files.readString(folder.resolve("c.json"))));
        assertEquals(
                "there is no such file",
                reason(() -> new FileInputStream(folder.resolve("c (1).json").toFile()).close()));
    }

    @Test
    void theSystemsWordsAreSaidInPlainOnes() throws IOException {
        assertEquals("it is a folder", reason(() -> Files.writeString(folder, "")));
        Path file = Files.createFile(folder.resolve("file"));
        assertEquals("a part of its path is no folder", reason(() -> Files.writeString(file.resolve("x"), "")));
        assertEquals(file + " is no folder", reason(() -> Files.list(file).close()));
        assertEquals("there is a file of that name already", reason(() -> Files.createFile(file)));
        assertEquals(
                "it is no text in UTF-8", reason(() -> Files.readString(Files.write(file, new byte[] {(byte) 0xff}))));
    }

    @Test
    void aFullDiskIsCalledSo() {
        Path full = Path.of("/dev/full");
        org.junit.jupiter.api.Assumptions.assumeTrue(Files.exists(full), "only Linux has it");
        assertEquals("the disk is full", reason(() -> Files.writeString(full, "x")));
    }

    @Test
    void whatHasNoWordsIsNamedAndWhatIsWrappedIsUnwrapped() {
        assertEquals("it ends too early", IoReason.of(new EOFException()));
        assertEquals("IOException", IoReason.of(new IOException()));
        assertEquals("no luck", IoReason.of(new UncheckedIOException(new IOException("no luck"))));
    }

    private static String reason(Executable work) {
        return IoReason.of(assertThrows(IOException.class, work));
    }
}
