package io.heddle.race.target;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Failure;
import io.heddle.race.load.HeaderField;
import io.heddle.race.load.Request;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ReadinessTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofSeconds(2);

    /// For targets that stay as they are; one that is to get ready needs the usual one on a busy machine.
    private static final Readiness.Patience LITTLE =
            new Readiness.Patience(Duration.ofMillis(300), Duration.ofMillis(600));

    @TempDir
    static Path directory;

    private static Supervisor supervisor;

    private final List<String> talk = new ArrayList<>();
    private final List<OwnedProcess> launched = new ArrayList<>();

    @BeforeAll
    static void open() {
        supervisor = Supervisor.start(directory);
    }

    @AfterAll
    static void close() {
        supervisor.close();
    }

    @AfterEach
    void stop() {
        launched.forEach(process -> process.stop(Duration.ofSeconds(3)));
    }

    private OwnedProcess launch(String... arguments) {
        OwnedProcess process = supervisor.launch(Faulty.launch(directory, arguments));
        launched.add(process);
        return process;
    }

    private URI await(OwnedProcess process) {
        return Readiness.await(
                process,
                new Request(URI.create("http://localhost/"), List.of(new HeaderField("X-Who", "heddle"))),
                OptionalInt.empty(),
                LONG,
                talk::add);
    }

    private Failure failure(OwnedProcess process, OptionalInt port, Duration timeout) {
        return assertThrows(
                Failure.class,
                () -> Readiness.await(
                        process,
                        new Request(URI.create("http://localhost/"), List.of()),
                        port,
                        timeout,
                        talk::add,
                        LITTLE));
    }

    private Failure failure(Duration timeout, String... arguments) {
        return failure(launch(arguments), OptionalInt.empty(), timeout);
    }

    private static void says(Failure failure, String sentence, String next) {
        assertTrue(failure.sentence().contains(sentence), failure.sentence());
        assertTrue(failure.next().contains(next), failure.next());
    }

    @Test
    void findsThePortByItself() throws Exception {
        OwnedProcess process = launch("fine");
        URI uri = await(process);
        assertEquals(URI.create("http://127.0.0.1:" + Faulty.said(process, "listening on")), uri);
        assertEquals(List.of(), talk);
    }

    @Test
    void prefersTheServiceToItsManagementPort() throws Exception {
        OwnedProcess process = launch("two-ports");
        URI uri = await(process);
        assertEquals(Integer.parseInt(Faulty.said(process, "listening on")), uri.getPort());
    }

    @Test
    void waitsForAServiceThatSays503WhileItStarts() {
        assertEquals("127.0.0.1", await(launch("starting", "--after=3")).getHost());
    }

    @Test
    void asksWhenTheAnswerIsARedirection() {
        await(launch("status", "--status=302"));
        assertTrue(talk.getFirst().contains("answers 302"), talk.toString());
    }

    @Test
    void tellsWhatATargetSaidThatEndedAtStart() {
        Failure failure = failure(LONG, "exit");
        says(failure, "ended with exit code 3", "Its output is in");
        assertTrue(failure.sentence().contains("no database at jdbc:postgresql://app:***@db/app"), failure.sentence());
        assertFalse(failure.sentence().contains("\u001b"), failure.sentence());
    }

    @Test
    void tellsThatNoPortWasOpened() {
        says(failure(SHORT, "no-port"), "opened no port within 2 s", "is it a server?");
    }

    @Test
    void tellsWhatToDoAboutEachStatus() {
        says(failure(LONG, "status", "--status=404"), "answers 404 on /", "--path");
        says(failure(LONG, "status", "--status=401"), "answers 401 on /", "--header");
        says(failure(LONG, "status", "--status=403"), "answers 403 on /", "--header");
        says(failure(LONG, "status", "--status=500"), "answers 500 on /", "output");
    }

    @Test
    void tellsThatItIsNotHttp() {
        says(failure(LONG, "not-http"), "does not speak HTTP (it says '220 m", "--port");
    }

    @Test
    void tellsThatConnectionsAreClosed() {
        says(failure(LONG, "close"), "closes the connection without an answer", "--port");
    }

    @Test
    void tellsThatNothingIsAnswered() throws Exception {
        for (String behaviour : List.of("silent", "hang")) {
            OwnedProcess process = launch(behaviour);
            Faulty.said(process, "listening on");
            says(failure(process, OptionalInt.empty(), SHORT), "gave no answer on / within 2 s", "--path");
        }
    }

    @Test
    void tellsWhoHasThePort() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            int port = other.getLocalPort();
            OwnedProcess told = launch("fine", "--server.port=" + port);
            Failure failure = failure(told, OptionalInt.of(port), LONG);
            says(
                    failure,
                    "port " + port + " is taken by process "
                            + ProcessHandle.current().pid(),
                    "--port");
            OwnedProcess untold = launch("fine", "--server.port=" + port);
            Failure ended = failure(untold, OptionalInt.empty(), LONG);
            says(ended, "is taken", "--server.port=0");
            assertTrue(
                    ended.sentence()
                            .contains("process " + ProcessHandle.current().pid()),
                    ended.sentence());
        }
    }

    @Test
    void tellsThatItListensElsewhere() throws Exception {
        OwnedProcess process = launch("fine");
        String port = Faulty.said(process, "listening on");
        Failure failure = failure(process, OptionalInt.of(1), SHORT);
        says(failure, "listens on " + port + ", not on 1", "--port");
    }
}
