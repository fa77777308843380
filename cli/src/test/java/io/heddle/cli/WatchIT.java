package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `heddle watch` as a user runs it, on real processes.
@Tag("slow")
class WatchIT {

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource({"21, deadlock, stuck", "21, deadlock-healthy, healthy", "25, cpu, delayed", "25, cpu-healthy, healthy"})
    void theProbeMeasuresWhatNoEventTells(String jdk, String program, String state) throws Exception {
        Process target = start(Jdks.home(jdk), program);
        try {
            HeddleRun.Ended ended = HeddleRun.run(folder, "watch", String.valueOf(target.pid()), "--probe", "--seconds", "5", "--json", "watch.json", "--html", "watch.html")
                    .exits(state.equals("healthy") ? 0 : 1);
            JsonNode json = ended.json("watch.json");
            assertEquals(state, json.path("state").asText(), ended.out());
            assertTrue(ended.err().contains("JEP 451"), ended.err());
            assertTrue(json.path("probe").path("p99Millis").isNumber(), ended.out());
            assertTrue(ended.out().startsWith(state), ended.out());
            assertTrue(Files.readString(folder.resolve("watch.html")).contains("How late a virtual thread runs"));
            if (state.equals("stuck")) {
                assertEquals("confirmed", json.path("certainty").asText(), ended.out());
                assertEquals("finish", json.path("holders").path(0).path("method").asText(), ended.out());
                assertTrue(json.path("probe").path("outstandingMillis").asDouble() >= 3000, ended.out());
            }
            assertLeftAlone(target);
        } finally {
            target.destroyForcibly();
        }
    }

    @Test
    void aProcessThatIsNotThereHasAWord() throws Exception {
        fails("there is no process", "99999999");
    }

    @Test
    void aProcessThatIsNoJvmHasAWordAndLives() throws Exception {
        Process sleep = new ProcessBuilder("sleep", "60").start();
        try {
            fails("is no JVM", String.valueOf(sleep.pid()));
            assertTrue(sleep.isAlive());
        } finally {
            sleep.destroyForcibly();
        }
    }

    @Test
    void aJvmThatRefusesHasAWord() throws Exception {
        Process target = start(Jdks.home("25"), "cpu-healthy", "-XX:+DisableAttachMechanism");
        try {
            fails("-XX:+DisableAttachMechanism", String.valueOf(target.pid()));
        } finally {
            target.destroyForcibly();
        }
    }

    @Test
    void aPausedJvmHasAWord() throws Exception {
        Process target = start(Jdks.home("25"), "cpu-healthy");
        try {
            assertEquals(0, new ProcessBuilder("kill", "-STOP", String.valueOf(target.pid())).start().waitFor());
            fails("is paused", String.valueOf(target.pid()));
        } finally {
            target.destroyForcibly();
        }
    }

    @Test
    void aFileThatIsNoRecordingHasAWord() throws Exception {
        Files.writeString(folder.resolve("a.jfr"), "not a recording");
        fails("cannot be read as a flight recording", "a.jfr");
    }

    private void fails(String sentence, String target) throws Exception {
        HeddleRun.Ended ended = HeddleRun.run(folder, "watch", target, "--seconds", "2").exits(2);
        assertTrue(ended.err().contains(sentence), ended.err());
        assertTrue(ended.err().contains("try: "), ended.err());
    }

    /// No recording runs on, and the probe's clock has ended.
    private static void assertLeftAlone(Process target) throws Exception {
        assertTrue(target.isAlive());
        String print = jcmd(target, "Thread.print");
        assertFalse(print.contains("heddle-probe-clock"), print);
        String recordings = jcmd(target, "JFR.check");
        assertTrue(recordings.contains("No available recordings"), recordings);
    }

    private static String jcmd(Process target, String command) throws Exception {
        Process jcmd = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), String.valueOf(target.pid()), command)
                .redirectErrorStream(true).start();
        String said = new String(jcmd.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertTrue(jcmd.waitFor(30, TimeUnit.SECONDS));
        return said;
    }

    private Process start(String home, String program, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of(home, "bin", "java").toString(), "-Xmx128m", "-Djdk.virtualThreadScheduler.parallelism=2"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", HeddleRun.ROOT.resolve("demo/holders/target/classes").toString(), "io.heddle.demo.holders.Program", program, "120"));
        Path out = folder.resolve("target.txt");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!Files.readString(out).contains("ready")) {
            assertTrue(System.nanoTime() < end && process.isAlive(), Files.readString(out));
            Thread.sleep(20);
        }
        return process;
    }
}
