package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What the user or the machine does to a race: what was measured is saved, and no process is left.
@Tag("slow")
class InterruptedRaceIT extends FaultyRace {

    /// With eight the generator got a fifth of the core on a busy machine, which can be enough.
    private static final int OTHERS = 24;

    @Test
    void ctrlCReportsWhatWasMeasured() throws Exception {
        HeddleRun heddle = start(List.of(), "fine --millis=200");
        heddle.awaitSaid("at 50");
        signal(heddle, "INT");
        HeddleRun.Ended ended = heddle.await().exits(2);
        JsonNode race = ended.json("race.json");
        assertTrue(race.path("interrupted").asBoolean());
        assertEquals(1, race.path("trials").size(), race.toPrettyString());
    }

    @Test
    void ctrlCTwiceStopsNow() throws Exception {
        HeddleRun heddle = start(List.of(), "stubborn --millis=200");
        heddle.awaitSaid("Bounds");
        signal(heddle, "INT");
        heddle.awaitSaid("stopping");
        signal(heddle, "INT");
        assertTrue(heddle.process().waitFor(5, TimeUnit.SECONDS));
        assertEquals(2, heddle.process().exitValue());
    }

    @Test
    void killedHeddleLeavesNoOrphan() throws Exception {
        HeddleRun heddle = start(List.of(), "daemon --millis=200");
        heddle.awaitSaid("Bounds");
        heddle.process().destroyForcibly().waitFor();
        HeddleRun.assertNoneAlive("sleep 600");
    }

    /// The sixth call comes before the last trial, or before an earlier one if a trial was repeated. It waits until
    /// many others and the generator share one core; the target keeps what it had.
    @Test
    void generatorThatGetsNoCoreSaysSo() throws Exception {
        Assumptions.assumeTrue(
                Shell.succeeds("taskset", "-c", "0", "true"), "this system cannot bind a process to a core");
        Path starve = Files.writeString(folder.resolve("starve.sh"), """
                echo trial >>trials
                [ "$(wc -l <trials)" -eq 6 ] || exit 0
                touch now
                for i in $(seq 600); do [ -e starved ] && exit 0; sleep 0.1; done
                exit 1
                """);
        HeddleRun heddle = start(
                List.of("--connections", "100", "--before-trial", "cd " + folder + " && sh " + starve),
                "fine --millis=1");
        List<Process> others = new ArrayList<>();
        try {
            Instant deadline = Instant.now().plus(Duration.ofMinutes(2));
            while (!Files.exists(folder.resolve("now")) && Instant.now().isBefore(deadline)) {
                Thread.sleep(50);
            }
            for (int i = 0; i < OTHERS; i++) {
                others.add(new ProcessBuilder("timeout", "60", "taskset", "-c", "0", "sh", "-c", "while :; do :; done")
                        .start());
            }
            assertTrue(Shell.succeeds(
                    "taskset", "-acp", "0", String.valueOf(heddle.process().pid())));
            Files.createFile(folder.resolve("starved"));
            HeddleRun.Ended ended = heddle.await().exits(2);
            assertTrue(ended.err().contains("the load generator waited for a core"), ended.err());
            JsonNode race = ended.json("race.json");
            // a whole race has four trials; the starved one is none of those that a verdict is made of
            int trials = race.path("trials").size();
            assertTrue(trials > 0 && trials < 4, race.toPrettyString());
            assertEquals("undecided", race.path("verdict").path("kind").asText());
        } finally {
            for (Process other : others) {
                other.destroy();
                other.waitFor();
            }
        }
    }

    @Test
    void fullDiskIsSaidAndTheRaceGoesOn() throws Exception {
        Path full = Files.createDirectory(folder.resolve("full"));
        boolean mounted = new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", full.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("mount.txt").toFile())
                        .start()
                        .waitFor()
                == 0;
        if (!mounted) {
            System.out.println("skipped: this system refuses to mount a small file system: "
                    + Files.readString(folder.resolve("mount.txt")));
        }
        Assumptions.assumeTrue(mounted);
        try {
            Files.write(full.resolve("filler"), new byte[60 * 1024]);
            HeddleRun.Ended ended = race(
                            List.of("--html", full.resolve("race.html").toString()), "fine")
                    .exits(2);
            assertTrue(ended.err().contains("cannot write") && ended.err().contains("race.html"), ended.err());
            assertTrue(ended.out().contains("Verdict"), ended.out());
            assertEquals(4, ended.json("race.json").path("trials").size());
        } finally {
            assertEquals(
                    0, new ProcessBuilder("umount", full.toString()).start().waitFor());
        }
    }

    private static void signal(HeddleRun heddle, String name) throws Exception {
        assertEquals(
                0,
                new ProcessBuilder(
                                "kill",
                                "-" + name,
                                String.valueOf(heddle.process().pid()))
                        .start()
                        .waitFor());
    }
}
