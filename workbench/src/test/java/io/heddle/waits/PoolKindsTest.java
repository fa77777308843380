package io.heddle.waits;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// A pool that is told as confirmed has a program that runs it out, and each program its pool.
class PoolKindsTest {

    private static final Path PROGRAMS =
            Path.of(System.getProperty("heddle.root", ".."), "workbench/src/test/resources/io/heddle/waits/programs");

    @Test
    void eachConfirmedPoolHasAProgram() throws IOException {
        Set<String> confirmed = PoolKind.all().stream()
                .filter(pool -> !pool.confirmed().isEmpty())
                .map(PoolKind::title)
                .collect(Collectors.toSet());
        assertEquals(confirmed, lines().stream().map(line -> line.get(0)).collect(Collectors.toSet()));
    }

    @Test
    void eachProgramIsThere() throws IOException {
        for (List<String> line : lines()) {
            String code = Files.readString(PROGRAMS.resolve(line.get(1) + ".java"));
            assertEquals(true, code.contains("Waiters."), line.get(1));
        }
    }

    private static List<List<String>> lines() throws IOException {
        return Files.readString(PROGRAMS.resolve("programs.txt"))
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> List.of(line.split(" \\| ", -1)))
                .toList();
    }
}
