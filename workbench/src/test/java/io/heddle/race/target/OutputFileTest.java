package io.heddle.race.target;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {

    @TempDir
    Path directory;

    @Test
    void hasNoControlCharacters() {
        assertEquals(
                "red title x\tyab\nnext over",
                OutputFile.clean(
                        "\u001b[31mred\u001b[0m \u001b]0;evil\u0007title x\ty\u0000a\u202eb\r\nnext\u009b over"));
        assertEquals("10 %\n20 %", OutputFile.clean("10 %\r20 %"));
    }

    @Test
    void readsTheEndOfALargeFile() throws Exception {
        Path file = directory.resolve("log");
        Files.writeString(file, "ü line of text\n".repeat(20_000) + "the last one\n\n");
        assertEquals("ü line of text\nthe last one", OutputFile.lastLines(file, 2, text -> text));
        Files.write(file, new byte[] {(byte) 0xff, 'x', '\n'});
        assertEquals("\ufffdx", OutputFile.lastLines(file, 2, text -> text));
        Files.write(file, "y".repeat(100_000).getBytes(StandardCharsets.UTF_8));
        assertTrue(OutputFile.lastLines(file, 1, text -> text).length() < 500);
        assertEquals("", OutputFile.lastLines(directory.resolve("none"), 2, text -> text));
    }
}
