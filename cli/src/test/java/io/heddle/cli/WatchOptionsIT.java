package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.watch.WatchEvents;
import io.heddle.watch.live.LiveWatch;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// What `heddle watch` does to one process, watch after watch: it has a recording of its own, threads with names that
/// want to be a command, and a password.
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class WatchOptionsIT {

    private static final String PASSWORD = "hunter22-and-more";
    /// A control character below 32 would keep the JVM from writing a thread dump.
    private static final String HOSTILE = "\u007f\"<script>alert(1)</script>";
    private static final Pattern PORT = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)/metrics");

    private Path folder = Path.of("");
    private Path temporary = Path.of("");
    private Optional<Process> started = Optional.empty();

    @BeforeAll
    void start(@TempDir Path own) throws Exception {
        folder = own;
        temporary = Files.createDirectory(own.resolve("tmp"));
        started = Optional.of(Holding.start(
                own,
                Jdks.home("25"),
                "convoy",
                "-Djava.io.tmpdir=" + temporary,
                "-Dapi.password=" + PASSWORD,
                "-Dthread.name=" + HOSTILE));
        assertTrue(Holding.jcmd(target(), "JFR.start", "name=mine").contains("Started recording"));
    }

    @AfterAll
    void end() {
        started.ifPresent(Process::destroyForcibly);
    }

    private Process target() {
        return started.orElseThrow();
    }

    @Test
    @Order(1)
    void aStallEndsTheWatchAndItsRecordingTellsNoSecret() throws Exception {
        HeddleRun.Ended ended = watch(
                        "--until-stall",
                        "--seconds",
                        "120",
                        "--record",
                        "stall.jfr",
                        "--json",
                        "watch.json",
                        "--html",
                        "watch.html")
                .exits(1);
        JsonNode json = ended.json("watch.json");
        assertEquals("lock-convoy", json.path("holders").path(0).path("cause").asText(), ended.out());
        assertFalse(
                new String(Files.readAllBytes(folder.resolve("stall.jfr")), StandardCharsets.ISO_8859_1)
                        .contains(PASSWORD),
                "the password is in the recording");
        HeddleRun.Ended again = HeddleRun.run(folder, "watch", "stall.jfr", "--json", "again.json");
        assertEquals(
                "25",
                again.json("again.json").path("jvm").path("version").asText().substring(0, 2),
                again.err());
    }

    @Test
    @Order(2)
    void namesThatWantToBeACommandAreText() throws Exception {
        String out = Files.readString(folder.resolve("out.txt")) + Files.readString(folder.resolve("err.txt"));
        String html = Files.readString(folder.resolve("watch.html"));
        assertTrue(html.contains("script&gt;alert(1)"), html);
        for (String written : List.of(out, html)) {
            assertFalse(written.contains("<script>alert"), written);
            assertFalse(written.contains("\u007f"), written);
        }
    }

    @Test
    @Order(3)
    void figuresAreServedToThisMachineAlone() throws Exception {
        HeddleRun serving = HeddleRun.start(
                folder, List.of("watch", String.valueOf(target().pid()), "--metrics", "0", "--seconds", "600"));
        try {
            serving.awaitSaid("/metrics");
            serving.awaitSaid("watching process");
            Matcher port = PORT.matcher(serving.err());
            assertTrue(port.find(), serving.err());
            String figures = get(port.group(1), "127.0.0.1");
            assertTrue(
                    figures.contains("200 OK") && figures.contains("\njvm_threads_virtual_parallelism 2\n"), figures);
            assertTrue(get(port.group(1), "evil.example").contains("403"));
            Path other = Files.createDirectories(folder.resolve("other"));
            HeddleRun.Ended refused = HeddleRun.run(
                            other, "watch", String.valueOf(target().pid()), "--metrics", port.group(1))
                    .exits(2);
            assertTrue(refused.err().contains("port " + port.group(1) + " on 127.0.0.1 is taken"), refused.err());
        } finally {
            serving.process().destroy();
            serving.await();
        }
    }

    @Test
    @Order(4)
    void threadsAreCountedInMemory() throws Exception {
        JsonNode memory = watch("--seconds", "2", "--memory", "--json", "watch.json")
                .json("watch.json")
                .path("memory");
        assertTrue(memory.path("virtualThreads").asLong() >= 22, memory::toString);
        assertTrue(
                memory.path("stackBytes").asLong() > 0
                        && memory.path("tookMillis").asDouble() > 0,
                memory::toString);
    }

    @Test
    @Order(5)
    void watchersLeaveNothing() throws Exception {
        leavesNothing(2);
    }

    @Test
    @Order(6)
    void tenWatchersLeaveNothing() throws Exception {
        leavesNothing(10);
    }

    @Test
    @Order(7)
    void aProcessThatIsPausedMeanwhileHasAWord() throws Exception {
        HeddleRun watching =
                HeddleRun.start(folder, List.of("watch", String.valueOf(target().pid()), "--seconds", "60"));
        watching.awaitSaid("watching process");
        signal("-STOP");
        try {
            HeddleRun.Ended ended = watching.await().exits(2);
            assertTrue(
                    ended.err().contains("was paused while it was watched")
                            || ended.err().contains("is paused"),
                    ended.err());
        } finally {
            signal("-CONT");
        }
    }

    @Test
    @Order(8)
    void aProcessThatEndsMeanwhileHasAWord() throws Exception {
        HeddleRun watching = HeddleRun.start(
                folder,
                List.of(
                        "watch",
                        String.valueOf(target().pid()),
                        "--seconds",
                        "60",
                        "--probe",
                        "--record",
                        "ended.jfr"));
        watching.awaitWatched(5);
        target().destroyForcibly();
        HeddleRun.Ended ended = watching.await().exits(2);
        assertTrue(ended.err().contains("process " + target().pid()), ended.err());
        assertTrue(ended.err().contains("the recording until then: heddle watch ended.jfr"), ended.err());
        HeddleRun.Ended again = HeddleRun.run(folder, "watch", "ended.jfr", "--json", "again.json");
        assertTrue(again.json("again.json").path("seconds").asDouble() > 2, again.out());
        assertFalse(
                new String(Files.readAllBytes(folder.resolve("ended.jfr")), StandardCharsets.ISO_8859_1)
                        .contains(PASSWORD),
                "the password is in the recording");
    }

    private HeddleRun.Ended watch(String... options) throws Exception {
        return HeddleRun.start(
                        folder,
                        Stream.concat(Stream.of("watch", String.valueOf(target().pid())), Stream.of(options))
                                .toList())
                .await();
    }

    private void signal(String name) throws Exception {
        assertEquals(
                0,
                new ProcessBuilder("kill", name, String.valueOf(target().pid()))
                        .start()
                        .waitFor());
    }

    /// The first watch makes the JVM start what it starts only once. After that no thread, file or recording may
    /// come to it.
    private void leavesNothing(int times) throws Exception {
        List<String> before = threads();
        for (int i = 0; i < times; i++) {
            LiveWatch.run(
                    new LiveWatch.Options(
                            target().pid(),
                            Duration.ofSeconds(1),
                            Optional.empty(),
                            Duration.ofMillis(20),
                            Optional.empty(),
                            Optional.empty()),
                    new Silent(),
                    "test",
                    List.of());
        }
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!threads().equals(before) && System.nanoTime() < end) {
            Thread.sleep(200);
        }
        assertEquals(before, threads());
        String recordings = Holding.jcmd(target(), "JFR.check");
        assertTrue(recordings.contains("name=mine"), recordings);
        assertEquals(
                1,
                recordings.lines().filter(line -> line.startsWith("Recording ")).count(),
                recordings);
        try (Stream<Path> left = Files.walk(temporary)) {
            assertEquals(
                    List.of(),
                    left.filter(Files::isRegularFile)
                            .map(Path::toString)
                            .filter(file -> !file.contains("hsperfdata") && !file.endsWith(".jfr"))
                            .toList());
        }
    }

    /// Platform threads by name, but for the pools that the JVM's own management and compiler grow and shrink.
    private List<String> threads() throws Exception {
        return Holding.jcmd(target(), "Thread.print")
                .lines()
                .filter(line -> line.startsWith("\"") && line.contains(" #"))
                .map(line -> line.substring(1, line.indexOf('"', 1)))
                .filter(name -> !name.startsWith("RMI ")
                        && !name.startsWith("ForkJoinPool")
                        && !name.contains("Compiler")
                        && !name.startsWith("Attach Listener"))
                .sorted()
                .toList();
    }

    private static String get(String port, String host) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", Integer.parseInt(port))) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream()
                    .write(("GET /metrics HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        }
    }

    private record Silent() implements WatchEvents {

        @Override
        public void say(String line) {
            // nobody reads it
        }

        @Override
        public void second(long seconds, double outstandingMillis, long queued) {
            // nobody reads it
        }
    }
}
