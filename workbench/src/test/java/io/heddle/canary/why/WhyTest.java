package io.heddle.canary.why;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.heddle.model.Canary.Moved;
import io.heddle.model.Failure;
import io.heddle.net.Deadline;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WhyTest {

    private HttpServer server;
    private volatile String baseline = "";
    private volatile String canary = "";

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] page = (exchange.getRequestURI().getPath().equals("/canary") ? canary : baseline)
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, page.length == 0 ? -1 : page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Why why() {
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        return new Why(url + "/baseline", url + "/canary", Deadline.NONE);
    }

    @Test
    void aPoolThatIsWaitedForIsNamedFirst() throws Exception {
        Why why = why();
        for (int i = 0; i < 5; i++) {
            baseline = hikari(8, 0) + "jvm_threads_live_threads 40\n";
            canary = hikari(20, 300) + "jvm_threads_live_threads 41\n";
            why.look();
        }
        List<Moved> moved = why.moved();
        assertEquals(
                List.of("threads that wait for a connection of HikariPool-1", "connections in use of HikariPool-1"),
                moved.stream().map(Moved::name).toList());
        assertEquals(300, moved.getFirst().canary());
        assertTrue(
                moved.get(1).text().contains("20 of 20 in the canary"),
                moved.get(1).text());
    }

    private static String hikari(int active, int pending) {
        return """
            # HELP hikaricp_connections_pending Pending threads
            # TYPE hikaricp_connections_pending gauge
            hikaricp_connections_pending{pool="HikariPool-1",} %d.0
            hikaricp_connections_active{pool="HikariPool-1",} %d.0
            hikaricp_connections_max{pool="HikariPool-1",} 20.0
            """.formatted(pending, active);
    }

    @Test
    void whatMovedFirstIsNamedFirst() throws Exception {
        Why why = why();
        for (int i = 0; i < 9; i++) {
            baseline = hikari(8, 0) + "jvm_memory_used_bytes{area=\"heap\",id=\"Eden\"} 1e8\n";
            canary = hikari(8, i > 4 ? 100 : 0) + "jvm_memory_used_bytes{area=\"heap\",id=\"Eden\"} 9e8\n";
            why.look();
        }
        assertEquals("heap in use", why.moved().getFirst().name());
        assertEquals(2, why.moved().size());
    }

    @Test
    void openTelemetrysNamesAndCounters() throws Exception {
        Why why = why();
        for (int i = 0; i < 5; i++) {
            baseline = "jvm_thread_virtual_pinned_seconds_sum 0\n"
                    + "http_client_request_duration_seconds_count{http_response_status_code=\"429\"} 3\n";
            canary = "jvm_thread_virtual_pinned_seconds_sum " + i * 10 + "\n"
                    + "http_client_request_duration_seconds_count{http_response_status_code=\"429\"} " + i * 50 + "\n"
                    + "http_client_request_duration_seconds_count{http_response_status_code=\"200\"} " + i * 5000
                    + "\n";
            why.look();
        }
        assertEquals(
                List.of("carrier time held by pinned virtual threads", "answers 429 or 503 of what stands behind"),
                why.moved().stream().map(Moved::name).toList());
    }

    @Test
    void equalArmsAndSilentOnesSayNothing() throws Exception {
        Why why = why();
        for (int i = 0; i < 5; i++) {
            baseline = hikari(20, 300);
            canary = hikari(20, 310) + "nonsense {{{ 1\n\u0000\n";
            why.look();
        }
        assertEquals(List.of(), why.moved());
        canary = "";
        why.look();
        assertEquals(List.of(), why.moved());
    }

    @Test
    void anOlderBaselineIsANote() throws Exception {
        Why why = why();
        baseline = "process_start_time_seconds 1764000000\n";
        canary = "process_start_time_seconds 1764009000\n";
        why.look();
        assertTrue(why.notes().getFirst().contains("150 min older"), why.notes().toString());
    }

    @Test
    void noAddressIsAFailure() {
        assertThrows(Failure.class, () -> new Why("file:///etc/passwd", "http://127.0.0.1:1/", Deadline.NONE));
    }
}
