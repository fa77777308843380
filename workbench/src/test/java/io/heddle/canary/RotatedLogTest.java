package io.heddle.canary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Canary;
import io.heddle.model.CanaryMetric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Logs that `logrotate` renames, or copies and cuts, while they are read and between two looks.
class RotatedLogTest {

    private static final double START = 1_764_000_000;
    private static final int PER_SECOND = 50;
    /// Requests of the last slices, which stay open for late ones, where a later run may add to them.
    private static final int OPEN = 12 * PER_SECOND;

    @TempDir
    private Path folder;

    /// Requests of both arms in turn.
    private static String lines(double from, int seconds) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < seconds * PER_SECOND; i++) {
            lines.append(String.format(
                    Locale.ROOT,
                    "{\"t\": %.3f, \"status\": 200, \"ms\": %d, \"arm\": \"%s\"}\n",
                    START + from + i / (double) PER_SECOND,
                    10 + i % 7,
                    i % 2 == 0 ? "baseline" : "canary"));
        }
        return lines.toString();
    }

    private static CanaryRun open(Path log, Optional<Path> state) {
        return CanaryRun.open(log.toString(), log.toString(), CanaryPlan.DEFAULT, state);
    }

    private static long requests(Canary canary) {
        CanaryMetric errors = canary.metrics().getLast();
        return errors.nBaseline() + errors.nCanary();
    }

    private static void append(Path log, String lines) throws IOException {
        Files.writeString(log, lines, StandardOpenOption.APPEND);
    }

    /// As `copytruncate` does it.
    private void copyAndCut(Path log) throws IOException {
        Files.copy(log, folder.resolve(log.getFileName() + ".1"));
        Files.writeString(log, "", StandardOpenOption.TRUNCATE_EXISTING);
    }

    private static void assertNothingIsSaid(Canary canary) {
        assertTrue(canary.notes().stream().noneMatch(note -> note.contains("lost")), canary.notes()::toString);
        assertTrue(canary.notes().stream().anyMatch(note -> note.contains("begun anew")), canary.notes()::toString);
    }

    @Test
    void whatWasWrittenBeforeTheCutIsReadInTheCopy() throws Exception {
        Path log = Files.writeString(folder.resolve("access.jsonl"), lines(0, 60));
        try (CanaryRun run = open(log, Optional.empty())) {
            run.look();
            String half = "{\"t\": ";
            append(log, lines(60, 30) + half);
            run.look();
            append(log, lines(90, 10).substring(half.length()));
            copyAndCut(log);
            append(log, lines(100, 20));
            Canary canary = run.last();
            assertEquals(120 * PER_SECOND, requests(canary));
            assertNothingIsSaid(canary);
        }
    }

    @Test
    void aLogThatWasCopiedAndCutBetweenTwoLooksLosesNothing() throws Exception {
        Path log = Files.writeString(folder.resolve("access.jsonl"), lines(0, 60));
        Optional<Path> state = Optional.of(folder.resolve("state"));
        try (CanaryRun run = open(log, state)) {
            run.last();
        }
        append(log, lines(60, 30));
        copyAndCut(log);
        // It is longer again than it was at the last look.
        append(log, lines(90, 90));
        try (CanaryRun run = open(log, state)) {
            Canary canary = run.look();
            assertEquals(180 * PER_SECOND, requests(canary), OPEN);
            assertNothingIsSaid(canary);
        }
    }

    @Test
    void aLogThatWasCutAndHasGrownBeyondItsPlaceIsReadFromItsBegin() throws Exception {
        Path log = Files.writeString(folder.resolve("access.jsonl"), lines(0, 60));
        Optional<Path> state = Optional.of(folder.resolve("state"));
        try (CanaryRun run = open(log, state)) {
            run.look();
            Files.writeString(log, lines(60, 120));
            Canary canary = run.look();
            assertEquals(180 * PER_SECOND, requests(canary), OPEN);
            assertTrue(canary.notes().toString().contains("cut to nothing 1 times"), canary.notes()::toString);
        }
        Files.writeString(log, lines(180, 240));
        try (CanaryRun run = open(log, state)) {
            Canary canary = run.look();
            assertEquals(420 * PER_SECOND, requests(canary), OPEN);
            assertTrue(canary.notes().toString().contains("cut to nothing 2 times"), canary.notes()::toString);
        }
    }

    @Test
    void aLogThatWasRotatedTwiceBetweenTwoLooksLosesNothing() throws Exception {
        Path log = Files.writeString(folder.resolve("access.jsonl"), lines(0, 60));
        Path first = folder.resolve("access.jsonl.1");
        Path second = folder.resolve("access.jsonl.2");
        Optional<Path> state = Optional.of(folder.resolve("state"));
        try (CanaryRun run = open(log, state)) {
            run.last();
        }
        append(log, lines(60, 30));
        Files.move(log, first);
        // Two parts are told apart by the time of their last line.
        Thread.sleep(50);
        Files.writeString(log, lines(90, 30));
        Files.move(first, second);
        Files.move(log, first);
        Files.writeString(folder.resolve("access.jsonl.2.gz"), "not a log");
        Files.writeString(log, lines(120, 60));
        try (CanaryRun run = open(log, state)) {
            Canary canary = run.last();
            assertEquals(180 * PER_SECOND, requests(canary), OPEN);
            assertNothingIsSaid(canary);
            assertFalse(canary.notes().toString().contains("could not be read"), canary.notes()::toString);
        }
    }
}
