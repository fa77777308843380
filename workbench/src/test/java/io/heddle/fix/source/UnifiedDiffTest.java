package io.heddle.fix.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// git takes what it is given.
class UnifiedDiffTest {

    @TempDir
    private Path folder;

    @Test
    void equalTextsDoNotDiffer() {
        assertEquals("", UnifiedDiff.of("A.java", "same\n", "same\n"));
    }

    @Test
    void gitAppliesWhatLacksALastLineEndAndHasCarriageReturns() throws IOException, InterruptedException {
        assertApplies("a\r\nb\r\nc", "a\r\nB\r\nc\r\nd");
        assertApplies("a\nb\nc\n", "a\nb\nc");
        assertApplies("", "a\n");
    }

    @Test
    void gitAppliesRandomEdits() throws IOException, InterruptedException {
        Random random = new Random(7);
        for (int i = 0; i < 12; i++) {
            List<String> old = IntStream.range(0, 60)
                    .mapToObj(line -> "line " + random.nextInt(9) + "\n")
                    .toList();
            String young = old.stream()
                    .flatMap(line -> switch (random.nextInt(12)) {
                        case 0 -> java.util.stream.Stream.empty();
                        case 1 -> java.util.stream.Stream.of(line, "new " + random.nextInt(3) + "\n");
                        case 2 -> java.util.stream.Stream.of("changed\n");
                        default -> java.util.stream.Stream.of(line);
                    })
                    .collect(Collectors.joining());
            assertApplies(String.join("", old), young);
        }
    }

    private void assertApplies(String old, String young) throws IOException, InterruptedException {
        Path work = Files.createTempDirectory(folder, "git");
        Path file = work.resolve("A.java");
        Files.writeString(file, old);
        Path patch = Files.writeString(folder.resolve("p.patch"), UnifiedDiff.of("A.java", old, young));
        Process git = new ProcessBuilder("git", "apply", "--unidiff-zero", patch.toString())
                .directory(work.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, git.waitFor(), () -> said + Files.exists(patch) + UnifiedDiff.of("A.java", old, young));
        assertEquals(young, Files.readString(file));
        assertTrue(said.isEmpty() || said.contains("warning"), said);
    }
}
