package io.heddle.race.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.heddle.model.Load;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Several requests in one run, against a server that looks closely.
@Tag("slow")
class RequestMixTest {

    private static final Phases PHASES = new Phases(
            0,
            0,
            Duration.ZERO,
            Duration.ofSeconds(5),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(20));
    private static final String ORDER = "{\"name\": \"Jörg\"}";

    private final Map<String, AtomicInteger> seen = new ConcurrentHashMap<>();
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void eachRequestIsSentAsItIsAndAsOftenAsItsShare() throws Exception {
        RequestMix mix = new RequestMix(List.of(
                new RequestMix.Part(request("GET", "/quick?a=1", ""), 6),
                new RequestMix.Part(request("POST", "/slow", ORDER), 3),
                new RequestMix.Part(request("HEAD", "/head", ""), 1)));
        Measurement measurement;
        try (Generator generator = new Generator(1)) {
            measurement = generator.run(Endpoint.loopback(base()), mix, new Load.Closed(6), PHASES, RunListener.none());
        }
        assertEquals(Map.of(), measurement.errorKinds());
        double all = seen.values().stream().mapToInt(AtomicInteger::get).sum();
        assertEquals(0.6 * all, count("GET /quick?a=1"), 10, seen.toString());
        assertEquals(0.3 * all, count("POST /slow"), 10, seen.toString());
        assertEquals(0.1 * all, count("HEAD /head"), 10, seen.toString());
        // no sleep ends early: 0.6 × 4 ms + 0.3 × 40 ms, each request by itself, where the quickest tenth of
        // all took 0 to 4 ms
        assertTrue(measurement.lowNanos() >= 0.98 * (0.6 * 4e6 + 0.3 * 40e6), measurement.toString());
    }

    private void answer(HttpExchange exchange) throws IOException {
        String line = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        boolean right = "a=1; b=2".equals(exchange.getRequestHeaders().getFirst("Cookie"))
                && body.equals(line.startsWith("POST") ? ORDER : "");
        pause(line.startsWith("POST") ? 40 : line.startsWith("GET") ? 4 : 0);
        seen.computeIfAbsent(line, _ -> new AtomicInteger()).incrementAndGet();
        if (line.startsWith("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", "1000");
            exchange.sendResponseHeaders(200, -1);
        } else {
            exchange.sendResponseHeaders(right ? 200 : 400, 2);
            exchange.getResponseBody().write("ok".getBytes(StandardCharsets.US_ASCII));
        }
        exchange.close();
    }

    private static void pause(long millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private Request request(String method, String path, String body) {
        return new Request(base().resolve(path), method, List.of(new HeaderField("Cookie", "a=1; b=2")), body);
    }

    private URI base() {
        return URI.create("http://localhost:" + server.getAddress().getPort());
    }

    private int count(String line) {
        return seen.getOrDefault(line, new AtomicInteger()).get();
    }
}
