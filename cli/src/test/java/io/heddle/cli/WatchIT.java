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
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
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
    @CsvSource({"21, deadlock, stuck", "25, cpu, delayed", "25, cpu-healthy, healthy"})
    void theProbeMeasuresWhatNoEventTells(String jdk, String program, String state) throws Exception {
        Process target = Holding.start(folder, Jdks.home(jdk), program);
        try {
            HeddleRun.Ended ended = HeddleRun.run(
                            folder,
                            "watch",
                            String.valueOf(target.pid()),
                            "--probe",
                            "--seconds",
                            "5",
                            "--json",
                            "watch.json",
                            "--html",
                            "watch.html")
                    .exits(state.equals("healthy") ? 0 : 1);
            JsonNode json = ended.json("watch.json");
            assertEquals(state, json.path("state").asText(), ended.out());
            assertTrue(ended.err().contains("JEP 451"), ended.err());
            assertTrue(json.path("probe").path("p99Millis").isNumber(), ended.out());
            assertTrue(ended.out().startsWith(state), ended.out());
            assertTrue(Files.readString(folder.resolve("watch.html")).contains("How late a virtual thread runs"));
            if (state.equals("stuck")) {
                assertEquals("confirmed", json.path("certainty").asText(), ended.out());
                assertEquals(
                        "finish", json.path("holders").path(0).path("method").asText(), ended.out());
                assertTrue(json.path("probe").path("outstandingMillis").asDouble() >= 3000, ended.out());
            }
            assertLeftAlone(target);
        } finally {
            target.destroyForcibly();
        }
    }

    @Test
    void whatWasPredictedIsMarkedAsSeen() throws Exception {
        HeddleRun.run(folder, "check", Holding.CLASSES.toString(), "--jdk", "21", "--json", "check.json")
                .exits(1);
        Process target = Holding.start(folder, Jdks.home("21"), "sync-sleep");
        try {
            HeddleRun.Ended ended = HeddleRun.run(
                            folder,
                            "watch",
                            String.valueOf(target.pid()),
                            "--seconds",
                            "3",
                            "--check",
                            "check.json",
                            "--json",
                            "watch.json",
                            "--html",
                            "watch.html")
                    .exits(1);
            JsonNode post = finding(ended.json("watch.json"), "Ledger", "post");
            assertEquals("predicted-and-seen", post.path("match").asText(), ended.out());
            assertTrue(
                    post.path("seen").path("count").asLong() > 0
                            && post.path("seen").path("totalMillis").asDouble() > 0,
                    post::toString);
            JsonNode other = finding(ended.json("watch.json"), "Mailbox", "take");
            assertEquals("predicted", other.path("match").asText(), ended.out());
            assertTrue(other.path("seen").isNull(), other::toString);
            assertTrue(ended.out().contains("predicted and seen: blocking-under-monitor"), ended.out());
            assertTrue(Files.readString(folder.resolve("watch.html")).contains("predicted and seen"));
        } finally {
            target.destroyForcibly();
        }
    }

    private static JsonNode finding(JsonNode report, String type, String method) {
        for (JsonNode finding : report.path("findings")) {
            if (finding.path("class").asText().endsWith("." + type)
                    && finding.path("method").asText().equals(method)) {
                return finding;
            }
        }
        throw new AssertionError("no finding at " + type + "." + method + " in " + report.path("findings"));
    }

    @Test
    void aCheckThatIsNotThereHasAWord() throws Exception {
        fails("there is no such file", "a.jfr", "--check", "none.json");
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
        Process target = Holding.start(folder, Jdks.home("25"), "cpu-healthy", "-XX:+DisableAttachMechanism");
        try {
            fails("-XX:+DisableAttachMechanism", String.valueOf(target.pid()));
        } finally {
            target.destroyForcibly();
        }
    }

    @Test
    void aPausedJvmHasAWord() throws Exception {
        Process target = Holding.start(folder, Jdks.home("25"), "cpu-healthy");
        try {
            assertEquals(
                    0,
                    new ProcessBuilder("kill", "-STOP", String.valueOf(target.pid()))
                            .start()
                            .waitFor());
            fails("is paused", String.valueOf(target.pid()));
        } finally {
            target.destroyForcibly();
        }
    }

    @Test
    void aProcessOfAnotherUserHasAWord() throws Exception {
        Assumptions.assumeTrue(
                System.getProperty("user.name").equals("root") && Shell.succeeds("setpriv", "--reuid=65534", "true"),
                "only root may start it");
        Process sleep = new ProcessBuilder("setpriv", "--reuid=65534", "--clear-groups", "sleep", "60").start();
        try {
            fails("a JVM lets only its own user attach", String.valueOf(sleep.pid()));
        } finally {
            sleep.destroyForcibly();
        }
    }

    @Test
    void aJvmBeforeVirtualThreadsHasAWord() throws Exception {
        Optional<Path> java = older();
        Assumptions.assumeTrue(java.isPresent(), "no JDK 17 here");
        Path program = Files.writeString(
                folder.resolve("Sleeps.java"),
                "class Sleeps { public static void main(String[] words) throws Exception { Thread.sleep(60_000); } }");
        Process target = new ProcessBuilder(java.orElseThrow().toString(), program.toString()).start();
        try {
            fails("there are no virtual threads before 21", String.valueOf(target.pid()));
            assertTrue(target.isAlive());
        } finally {
            target.destroyForcibly();
        }
    }

    private static Optional<Path> older() throws IOException {
        Path place = Path.of("/usr/lib/jvm");
        if (!Files.isDirectory(place)) {
            return Optional.empty();
        }
        try (Stream<Path> homes = Files.list(place)) {
            return homes.filter(home -> home.getFileName().toString().contains("17"))
                    .map(home -> home.resolve("bin/java"))
                    .filter(Files::isExecutable)
                    .findFirst();
        }
    }

    /// Without a flight recorder the thread dumps alone tell, and that is said. No option takes it out of a whole
    /// JDK for good: attaching brings it back.
    @Test
    @Tag("long")
    void aJvmWithoutAFlightRecorderIsWatchedByItsDumps() throws Exception {
        Path small = folder.resolve("small");
        Process link = new ProcessBuilder(
                        Path.of(Jdks.home("25"), "bin", "jlink").toString(),
                        "--add-modules",
                        "java.management,jdk.management,jdk.management.agent,jdk.attach",
                        "--output",
                        small.toString())
                .inheritIO()
                .start();
        assertEquals(0, link.waitFor());
        Process target = Holding.start(folder, small.toString(), "convoy");
        try {
            HeddleRun.Ended ended = HeddleRun.run(
                            folder, "watch", String.valueOf(target.pid()), "--seconds", "4", "--json", "watch.json")
                    .exits(1);
            assertTrue(ended.out().contains("no flight recorder in the process"), ended.out());
            JsonNode json = ended.json("watch.json");
            assertEquals(
                    "lock-convoy", json.path("holders").path(0).path("cause").asText(), ended.out());
            assertEquals("suspected", json.path("certainty").asText(), ended.out());
        } finally {
            target.destroyForcibly();
        }
    }

    @Test
    void aFileThatIsNoRecordingHasAWord() throws Exception {
        Files.writeString(folder.resolve("a.jfr"), "not a recording");
        fails("cannot be read as a flight recording", "a.jfr");
    }

    private void fails(String sentence, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of("watch"));
        all.addAll(List.of(words));
        HeddleRun.Ended ended = HeddleRun.start(folder, all).await().exits(2);
        assertTrue(ended.err().contains(sentence), ended.err());
        assertTrue(ended.err().contains("try: "), ended.err());
    }

    /// No recording runs on, and the probe's clock has ended.
    private static void assertLeftAlone(Process target) throws Exception {
        assertTrue(target.isAlive());
        String print = Holding.jcmd(target, "Thread.print");
        assertFalse(print.contains("heddle-probe-clock"), print);
        String recordings = Holding.jcmd(target, "JFR.check");
        assertTrue(recordings.contains("No available recordings"), recordings);
    }
}
