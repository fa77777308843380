package io.heddle.canary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Canary;
import io.heddle.model.CanaryMetric;
import io.heddle.model.Failure;
import io.heddle.report.Style;
import io.heddle.report.canary.CanaryJson;
import io.heddle.report.canary.CanaryText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Logs as they are: rotated, cut, out of order, half written. Nothing is lost, and what was odd is said.
class CanaryRunTest {

    private static final double START = 1_764_000_000;

    @TempDir
    private Path folder;

    private final SplittableRandom random = new SplittableRandom(6);

    private String line(double t, String arm) {
        return String.format(
                Locale.ROOT,
                "{\"t\": %.3f, \"ms\": %.2f, \"status\": %d, \"arm\": \"%s\"}%n",
                t,
                20 * Math.exp(0.6 * random.nextGaussian()),
                random.nextInt(100) == 0 ? 500 : 200,
                arm);
    }

    /// Requests of both arms in turn, 50 a second.
    private List<String> lines(double from, int seconds) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < seconds * 50; i++) {
            lines.add(line(START + from + i / 50.0, i % 2 == 0 ? "baseline" : "canary"));
        }
        return lines;
    }

    private Path write(String name, List<String> lines) throws IOException {
        return Files.writeString(folder.resolve(name), String.join("", lines));
    }

    private CanaryRun open(Path log, Optional<Path> state) {
        return CanaryRun.open(log.toString(), log.toString(), CanaryPlan.DEFAULT, state);
    }

    private Canary judge(Path log) throws InterruptedException {
        try (CanaryRun run = open(log, Optional.empty())) {
            return run.last();
        }
    }

    private static long requests(Canary canary) {
        CanaryMetric errors = canary.metrics().getLast();
        return errors.nBaseline() + errors.nCanary();
    }

    private static boolean says(Canary canary, String words) {
        return canary.notes().stream().anyMatch(note -> note.contains(words));
    }

    @Test
    void equalArmsPass() throws Exception {
        Canary canary = judge(write("a.jsonl", lines(0, 900)));
        assertEquals(Canary.Kind.PASS, canary.kind(), canary.toString());
        assertEquals(900 * 50, requests(canary));
    }

    @Test
    void aLittleOutOfOrderIsInOrder() throws Exception {
        List<String> lines = lines(0, 120);
        Canary straight = judge(write("a.jsonl", lines));
        for (int i = 0; i + 200 <= lines.size(); i += 200) {
            Collections.shuffle(lines.subList(i, i + 200), new Random(i));
        }
        Canary shuffled = judge(write("b.jsonl", lines));
        assertEquals(requests(straight), requests(shuffled));
        assertEquals(
                straight.metrics().getFirst().estimate(),
                shuffled.metrics().getFirst().estimate(),
                0.05);
        assertTrue(!says(shuffled, "later"), shuffled.notes().toString());
    }

    @Test
    void veryLateIsCountedLateAndSaid() throws Exception {
        List<String> lines = lines(0, 120);
        lines.add(line(START + 5, "canary"));
        Canary canary = judge(write("a.jsonl", lines));
        assertEquals(120 * 50 + 1, requests(canary));
        assertTrue(
                says(canary, "1 requests came more than 10 s later"),
                canary.notes().toString());
    }

    @Test
    void twoTimeZonesAreOneTime() throws Exception {
        StringBuilder old = new StringBuilder();
        StringBuilder fresh = new StringBuilder();
        for (int i = 0; i < 3_000; i++) {
            double ms = 20 + random.nextDouble();
            String at = String.format(Locale.ROOT, "%02d:%02d.%02d", i / 50 / 60, i / 50 % 60, i % 50 * 2);
            old.append("{\"t\": \"2026-11-24T22:" + at + "Z\", \"status\": 200, \"ms\": " + ms + "}\n");
            fresh.append("{\"t\": \"2026-11-25T03:" + at.replaceFirst(":", ":") + "+05:00\", \"status\": 200, \"ms\": "
                    + ms + "}\n");
        }
        Path a = Files.writeString(folder.resolve("old.jsonl"), old);
        Path b = Files.writeString(folder.resolve("new.jsonl"), fresh);
        try (CanaryRun run = CanaryRun.open(a.toString(), b.toString(), CanaryPlan.DEFAULT, Optional.empty())) {
            Canary canary = run.last();
            assertEquals(6_000, requests(canary));
            assertEquals(60, canary.seconds(), 0.1);
        }
    }

    @Test
    void halfALineAtTheEndIsSaid() throws Exception {
        List<String> lines = lines(0, 60);
        lines.add("{\"t\": 1764000");
        Canary canary = judge(write("a.jsonl", lines));
        assertEquals(60 * 50, requests(canary));
        assertTrue(says(canary, "it ends half-way"), canary.notes().toString());
    }

    @Test
    void aWholeLineWithoutItsEndCounts() throws Exception {
        List<String> lines = lines(0, 60);
        lines.set(lines.size() - 1, lines.getLast().strip());
        assertEquals(60 * 50, requests(judge(write("a.jsonl", lines))));
    }

    @Test
    void halfALineIsAwaited() throws Exception {
        Path log = write("a.jsonl", List.of());
        List<String> lines = lines(0, 60);
        String text = String.join("", lines);
        try (CanaryRun run = open(log, Optional.empty())) {
            for (int i = 0; i < text.length(); i += 10_007) {
                Files.writeString(
                        log, text.substring(i, Math.min(text.length(), i + 10_007)), StandardOpenOption.APPEND);
                run.look();
            }
            Canary canary = run.last();
            assertEquals(60 * 50, requests(canary));
            assertTrue(!says(canary, "could not be read"), canary.notes().toString());
        }
    }

    @Test
    void aSilentMinuteLosesNothing() throws Exception {
        List<String> lines = lines(0, 300);
        lines.addAll(lines(360, 300));
        Canary canary = judge(write("a.jsonl", lines));
        assertEquals(600 * 50, requests(canary));
        assertEquals(660, canary.seconds(), 0.1);
    }

    @Test
    void anArmThatFellSilentIsSaid() throws Exception {
        List<String> lines = lines(0, 300);
        lines(300, 60).stream().filter(line -> line.contains("baseline")).forEach(lines::add);
        lines.addAll(lines(360, 300));
        Canary canary = judge(write("a.jsonl", lines));
        assertTrue(says(canary, "fell silent"), canary.notes().toString());
    }

    @Test
    void aRotatedLogIsReadToItsEnd() throws Exception {
        Path log = write("access.jsonl", lines(0, 60));
        try (CanaryRun run = open(log, Optional.empty())) {
            run.look();
            Files.writeString(log, String.join("", lines(60, 30)), StandardOpenOption.APPEND);
            Files.move(log, folder.resolve("access.jsonl.1"));
            write("access.jsonl", lines(90, 60));
            Canary canary = run.last();
            assertEquals(150 * 50, requests(canary));
            assertTrue(says(canary, "begun anew 1 times"), canary.notes().toString());
        }
    }

    @Test
    void aLogThatWasRotatedSinceTheLastLookIsReadToItsEnd() throws Exception {
        Path log = write("access.jsonl", lines(0, 60));
        Optional<Path> state = Optional.of(folder.resolve("state"));
        try (CanaryRun run = open(log, state)) {
            run.last();
        }
        Files.writeString(log, String.join("", lines(60, 30)), StandardOpenOption.APPEND);
        Files.move(log, folder.resolve("access.jsonl.1"));
        write("access.jsonl", lines(90, 90));
        try (CanaryRun run = open(log, state)) {
            run.last();
            // The last ten seconds stay open: a later look may add to them.
            Canary canary = run.look();
            assertEquals(180 * 50, requests(canary), 10 * 50 + 100);
        }
    }

    @Test
    void aLogThatIsCutIsReadFromItsBegin() throws Exception {
        Path log = write("access.jsonl", lines(0, 60));
        try (CanaryRun run = open(log, Optional.empty())) {
            run.look();
            write("access.jsonl", lines(60, 30));
            Canary canary = run.last();
            assertEquals(90 * 50, requests(canary));
            assertTrue(says(canary, "cut to nothing 1 times"), canary.notes().toString());
        }
    }

    @Test
    void aStateGoesOnWhereItWas() throws Exception {
        List<String> lines = lines(0, 600);
        Path whole = write("whole.jsonl", lines);
        Path log = write("a.jsonl", lines.subList(0, 9_999));
        Optional<Path> state = Optional.of(folder.resolve("state"));
        Canary once;
        try (CanaryRun run = open(whole, Optional.empty())) {
            once = run.look();
        }
        try (CanaryRun run = open(log, state)) {
            run.look();
        }
        Files.writeString(log, String.join("", lines.subList(9_999, lines.size())), StandardOpenOption.APPEND);
        try (CanaryRun run = open(log, state)) {
            Canary twice = run.look();
            assertEquals(once.metrics(), twice.metrics());
            assertEquals(2, twice.looks());
        }
        assertTrue(Files.size(state.orElseThrow()) < 1 << 20);
    }

    @Test
    void anInterruptedThreadMayLookOnceMore() throws Exception {
        Path log = write("a.jsonl", lines(0, 60));
        try (CanaryRun run = open(log, Optional.of(folder.resolve("state")))) {
            Thread.currentThread().interrupt();
            Canary canary = run.look();
            assertTrue(Thread.interrupted());
            // The last six slices of 2 s may still get late requests.
            assertEquals(48 * 50, requests(canary));
        }
    }

    @Test
    void aVerdictOnceGivenIsKept() throws Exception {
        Path log = write("a.jsonl", lines(0, 900));
        Optional<Path> state = Optional.of(folder.resolve("state"));
        try (CanaryRun run = open(log, state)) {
            assertEquals(Canary.Kind.PASS, run.look().kind());
        }
        StringBuilder slow = new StringBuilder();
        for (int i = 0; i < 30_000; i++) {
            slow.append(String.format(
                    Locale.ROOT,
                    "{\"t\": %.2f, \"status\": 200, \"ms\": %.2f, \"arm\": \"%s\"}%n",
                    START + 900 + i / 50.0,
                    i % 2 == 0 ? 20.0 : 400.0,
                    i % 2 == 0 ? "baseline" : "canary"));
        }
        Files.writeString(log, slow, StandardOpenOption.APPEND);
        try (CanaryRun run = open(log, state)) {
            Canary canary = run.look();
            assertEquals(Canary.Kind.PASS, canary.kind());
            Canary.Kept kept = canary.kept().orElseThrow();
            assertEquals(START + 900, kept.at().toEpochMilli() / 1e3, 1);
            assertEquals(Canary.Kind.UNDECIDED, kept.now(), canary.toString());
            String text = CanaryText.render(canary, Style.PLAIN).text();
            assertTrue(text.contains("passed at 2025-11-24T16:14:59Z"), text);
            assertEquals(
                    "undecided",
                    CanaryJson.tree(canary, "1").path("kept").path("now").asText());
        }
    }

    @Test
    void aDamagedStateIsRefused() throws Exception {
        Path log = write("a.jsonl", lines(0, 60));
        Path state = folder.resolve("state");
        try (CanaryRun run = open(log, Optional.of(state))) {
            run.look();
        }
        byte[] bytes = Files.readAllBytes(state);
        bytes[bytes.length / 2] ^= 1;
        Files.write(state, bytes);
        assertThrows(Failure.class, () -> open(log, Optional.of(state)));
        Files.write(state, new byte[3]);
        assertThrows(Failure.class, () -> open(log, Optional.of(state)));
    }

    @Test
    void aStateOfAnotherComparisonIsRefused() throws Exception {
        Path log = write("a.jsonl", lines(0, 60));
        Optional<Path> state = Optional.of(folder.resolve("state"));
        try (CanaryRun run = open(log, state)) {
            run.look();
        }
        assertThrows(
                Failure.class,
                () -> CanaryRun.open(log.toString(), log.toString(), new CanaryPlan(List.of(0.5), 0.2, 0.05), state));
    }

    @Test
    void oneWrongTimeAheadHoldsNothingUp() throws Exception {
        List<String> lines = lines(0, 900);
        lines.add(1_000, line(START + 1_000_000, "canary"));
        Canary canary = judge(write("a.jsonl", lines));
        assertEquals(Canary.Kind.PASS, canary.kind(), canary.toString());
        // The one is alone in its time: there is nothing to compare it with.
        assertEquals(900 * 50, requests(canary));
    }

    @Test
    void aTimeThatIsYetToComeIsNoRequest() throws Exception {
        List<String> lines = lines(0, 60);
        lines.add(10, line(9e10, "canary"));
        Canary canary = judge(write("a.jsonl", lines));
        assertEquals(60 * 50, requests(canary));
        assertTrue(says(canary, "yet to come"), canary.notes().toString());
    }

    @Test
    void oneFileUnderTwoNamesIsReadOnce() throws Exception {
        Path log = write("a.jsonl", lines(0, 60));
        Path link = Files.createSymbolicLink(folder.resolve("b.jsonl"), log);
        try (CanaryRun run = CanaryRun.open(log.toString(), link.toString(), CanaryPlan.DEFAULT, Optional.empty())) {
            assertEquals(60 * 50, requests(run.last()));
        }
    }

    @Test
    void ofTwoFilesEachGivesItsOwnArm() throws Exception {
        Path log = write("a.jsonl", lines(0, 60));
        Path copy = write("b.jsonl", List.of(Files.readString(log)));
        try (CanaryRun run = CanaryRun.open(log.toString(), copy.toString(), CanaryPlan.DEFAULT, Optional.empty())) {
            Canary canary = run.last();
            assertEquals(60 * 50, requests(canary));
            assertTrue(
                    says(canary, "1500 of 3000 lines are of neither arm"),
                    canary.notes().toString());
        }
    }

    @Test
    void logsOfAnotherDayAreSaid() throws Exception {
        List<String> lines = lines(0, 60).stream()
                .filter(line -> line.contains("baseline"))
                .collect(Collectors.toCollection(ArrayList::new));
        lines(7_200, 60).stream().filter(line -> line.contains("canary")).forEach(lines::add);
        Canary canary = judge(write("a.jsonl", lines));
        assertTrue(says(canary, "no time in common"), canary.notes().toString());
    }

    @Test
    void anArmWithoutRequestsIsAFailure() throws Exception {
        Path log = write(
                "a.jsonl",
                lines(0, 10).stream().filter(line -> line.contains("baseline")).toList());
        assertThrows(Failure.class, () -> judge(log));
    }

    /// Whoever gives up before the canary answers leaves a line without a latency; the canary may be why.
    @Test
    void nothingPassesWhileTheEndOfManyOfItsRequestsIsNotKnown() throws Exception {
        List<String> lines = new ArrayList<>();
        for (String line : lines(0, 900)) {
            lines.add(
                    line.contains("canary") && lines.size() % 10 == 1
                            ? line.replaceFirst("\"ms\": [0-9.]+", "\"ms\": \"-\"")
                                    .replaceFirst("\"status\": \\d+", "\"status\": 499")
                            : line);
        }
        Canary canary = judge(write("a.jsonl", lines));
        assertEquals(Canary.Kind.UNDECIDED, canary.kind(), canary.reason());
        assertTrue(canary.reason().contains("how they ended is not known"), canary.reason());
    }
}
