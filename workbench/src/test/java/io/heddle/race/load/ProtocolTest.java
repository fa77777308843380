package io.heddle.race.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Failure;
import io.heddle.model.Load;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the wire may bring, good and bad, from servers that bring just that.
@Tag("slow")
class ProtocolTest {

    private static final Phases SHORT = new Phases(
            0,
            0,
            Duration.ZERO,
            Duration.ofMillis(700),
            Duration.ofMillis(300),
            Duration.ofMillis(300),
            Duration.ofSeconds(10));
    private static final int CONNECTIONS = 4;
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private static Generator generator;

    @BeforeAll
    static void open() {
        generator = new Generator(1);
    }

    @AfterAll
    static void close() {
        generator.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                OK,
                "HTTP/1.1 204 No Content\r\n\r\n",
                "HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;name=value\r\no\r\n1\r\nk\r\n0\r\nTrailer: x\r\n\r\n",
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n" + OK,
                "HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n"
            })
    void goodAnswersKeepTheirConnection(String answer) throws Exception {
        try (RawServer server = new RawServer(caller -> caller.always(answer))) {
            Measurement measurement = run(server, Accepted.parse(List.of("3xx")));
            assertEquals(Map.of(), measurement.errorKinds());
            assertEquals(0, measurement.timeouts());
            assertTrue(measurement.requests() > CONNECTIONS, measurement.toString());
            assertEquals(measurement.requests(), measurement.latencyNanos().getTotalCount());
            assertEquals(CONNECTIONS, server.accepted());
            assertEquals(CONNECTIONS, measurement.inFlightAtStop());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK\r\n\r\nuntil the end",
                "HTTP/1.0 200 OK\r\n\r\nuntil the end"
            })
    void goodAnswersMayCloseTheirConnection(String answer) throws Exception {
        try (RawServer server = new RawServer(caller -> {
            caller.awaitRequest();
            caller.send(answer);
        })) {
            Measurement measurement = run(server);
            assertEquals(Map.of(), measurement.errorKinds());
            assertTrue(measurement.requests() > CONNECTIONS, measurement.toString());
            assertTrue(server.accepted() > measurement.requests());
        }
    }

    @Test
    void aSlowDripIsOneAnswer() throws Exception {
        try (RawServer server = new RawServer(caller -> {
            while (true) {
                caller.awaitRequest();
                for (char c : OK.toCharArray()) {
                    caller.send(String.valueOf(c));
                    Thread.sleep(1);
                }
            }
        })) {
            Measurement measurement = run(server);
            assertEquals(Map.of(), measurement.errorKinds());
            assertTrue(measurement.requests() >= CONNECTIONS);
            assertTrue(measurement.latencyNanos().getMinValue() > 38e6, "the last byte counts");
        }
    }

    @Test
    void errorStatusesAreErrorsByStatus() throws Exception {
        try (RawServer server = new RawServer(caller -> {
            while (true) {
                caller.awaitRequest();
                caller.send("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
                caller.awaitRequest();
                caller.send("HTTP/1.1 404 Gone\r\nContent-Length: 0\r\n\r\n");
                caller.awaitRequest();
                caller.send(OK);
            }
        })) {
            Measurement measurement = run(server);
            assertEquals(
                    java.util.Set.of("404", "503"), measurement.errorKinds().keySet());
            assertEquals(
                    measurement.errors(),
                    measurement.errorKinds().values().stream()
                            .mapToLong(Long::longValue)
                            .sum());
            assertEquals(measurement.errors() / 2.0, measurement.requests(), CONNECTIONS);
            assertEquals(measurement.requests(), measurement.latencyNanos().getTotalCount(), "errors have no latency");
            assertEquals(CONNECTIONS, server.accepted());
        }
    }

    @Test
    void garbageIsMalformed() throws Exception {
        assertOnly("malformed", caller -> {
            caller.awaitRequest();
            caller.send("SSH-2.0-OpenSSH_9.9 \r\n\r\n");
            Thread.sleep(100);
        });
        assertOnly("malformed", caller -> {
            caller.awaitRequest();
            caller.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
            Thread.sleep(100);
        });
    }

    @Test
    void aResetInTheBodyIsAReset() throws Exception {
        assertOnly("reset", caller -> {
            caller.awaitRequest();
            caller.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
            Thread.sleep(5);
            caller.reset();
        });
    }

    @Test
    void anEndBeforeTheAnswersEndIsClosed() throws Exception {
        assertOnly("closed", caller -> {
            caller.awaitRequest();
            caller.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
        });
        assertOnly("closed", caller -> {
            caller.awaitRequest();
            caller.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n");
        });
        assertOnly("closed", RawServer.Caller::awaitRequest);
    }

    @Test
    void oneAnswerIsGivenWhole() throws Exception {
        try (RawServer server = new RawServer(
                caller -> caller.always(
                        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 418 Teapot\r\nA: 1\r\nA: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"))) {
            Answer answer = generator.once(server.request(), Duration.ofSeconds(5));
            assertEquals(418, answer.status());
            assertEquals("ok", answer.body());
            assertEquals(2, answer.bodyBytes());
            assertTrue(answer.headers().contains(new HeaderField("A", "1"))
                    && answer.headers().contains(new HeaderField("A", "2")));
        }
    }

    @Test
    void oneAnswerThatDoesNotComeIsAFailure() throws Exception {
        try (RawServer silent = new RawServer(caller -> Thread.sleep(10_000));
                RawServer rude = new RawServer(caller -> caller.awaitRequest());
                RawServer other = new RawServer(caller -> {
                    caller.awaitRequest();
                    caller.send("220 smtp ready\r\n\r\n");
                    Thread.sleep(1_000);
                })) {
            Duration half = Duration.ofMillis(500);
            Duration longer = Duration.ofSeconds(10);
            assertSays("no answer within 0.5 s", () -> generator.once(silent.request(), half));
            assertSays("closed", () -> generator.once(rude.request(), longer));
            assertSays("malformed", () -> generator.once(other.request(), longer));
            rude.close();
            assertSays("refused", () -> generator.once(rude.request(), longer));
        }
    }

    private static void assertOnly(String kind, RawServer.Talk talk) throws Exception {
        try (RawServer server = new RawServer(talk)) {
            Measurement measurement = run(server);
            assertEquals(java.util.Set.of(kind), measurement.errorKinds().keySet());
            assertEquals(0, measurement.requests());
            assertEquals(0, measurement.throughput());
            assertEquals(0, measurement.timeouts());
            // it backs off: four connections could fail thousands of times
            assertTrue(measurement.errors() < 200, "errors " + measurement.errors());
        }
    }

    private static void assertSays(String word, org.junit.jupiter.api.function.Executable asking) {
        Failure failure = assertThrows(Failure.class, asking);
        assertTrue(failure.sentence().contains(word), failure.sentence());
    }

    private static Measurement run(RawServer server) throws InterruptedException {
        return run(server, Accepted.USUAL);
    }

    private static Measurement run(RawServer server, Accepted accepted) throws InterruptedException {
        RequestMix mix = new RequestMix(RequestMix.of(server.request()).parts(), accepted);
        Endpoint endpoint = Endpoint.loopback(server.request().uri());
        return generator.run(endpoint, mix, new Load.Closed(CONNECTIONS), SHORT, RunListener.none());
    }
}
