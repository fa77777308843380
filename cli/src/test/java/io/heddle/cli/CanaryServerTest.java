package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heddle.model.Canary;
import io.heddle.model.Canary.Kind;
import io.heddle.model.CanaryMetric;
import io.heddle.model.CanaryMetric.Shown;
import io.heddle.model.Failure;
import io.heddle.model.Ratio;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The server of `canary serve` over real sockets, with verdicts of the test.
class CanaryServerTest {

    private final HttpClient client = HttpClient.newHttpClient();
    private CanaryServer server;
    private volatile CanaryLooks.Seen seen = new CanaryLooks.Seen(canary(Kind.UNDECIDED), Optional.empty());

    @BeforeEach
    void start() throws IOException {
        server = CanaryServer.start(
                new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0),
                new CanaryAnswers(() -> seen, List.of("heddle", "canary", "serve")));
    }

    @AfterEach
    void end() {
        server.close();
        client.close();
    }

    @Test
    void tellsTheVerdictAsJson() throws Exception {
        JsonNode root = json(get("/v1/verdict"));
        assertEquals("undecided", root.path("verdict").asText());
        assertEquals("p95", root.path("metrics").path(0).path("name").asText());
    }

    @Test
    void answersFlaggerByStatus() throws Exception {
        assertEquals(List.of(200, 409, 409), flagger(Kind.UNDECIDED));
        assertEquals(List.of(200, 200, 409), flagger(Kind.PASS));
        assertEquals(List.of(409, 409, 200), flagger(Kind.FAIL));
    }

    private List<Integer> flagger(Kind kind) throws Exception {
        seen = new CanaryLooks.Seen(canary(kind), Optional.empty());
        // As Flagger's documentation has it.
        String body = """
                {"name":"podinfo","namespace":"test","phase":"Progressing","checksum":"85d557f47b",\
                "metadata":{"test":"all","token":"16688eb5e9f289f1991c"}}""";
        return List.of(
                post("/flagger/rollout", body).statusCode(),
                post("/flagger/confirm-promotion", body).statusCode(),
                post("/flagger/rollback", body).statusCode());
    }

    @Test
    void scoresAnExecutionByTheThresholdsOfItsCaller() throws Exception {
        assertEquals(
                "heddle",
                json(get("/canaryConfig?application=shop")).path(0).path("name").asText());
        assertEquals(100, score(Kind.PASS, 95, 75));
        assertEquals(0, score(Kind.FAIL, 95, 75));
        assertEquals(85, score(Kind.UNDECIDED, 95, 75));
        assertEquals(99, score(Kind.UNDECIDED, 100, 99));
        JsonNode noRoom = json(get(started(90, 90)));
        assertFalse(noRoom.path("complete").asBoolean(true), noRoom::toString);
        assertEquals("running", noRoom.path("status").asText());
    }

    @Test
    void refusesWhatIsNoKayentaRequest() throws Exception {
        for (String body : List.of("", "[]", "{", "{\"thresholds\": 1}", thresholds(95, 0), thresholds(101, 75))) {
            assertEquals(400, post("/canary/heddle?application=shop", body).statusCode(), body);
        }
        assertEquals(404, get("/canary/heddle-95-0").statusCode());
        assertEquals(404, get("/canary/other").statusCode());
        assertEquals(405, post("/canary/other", "{}").statusCode());
        assertEquals(405, get("/canary/heddle").statusCode());
    }

    private int score(Kind kind, int pass, int marginal) throws Exception {
        String path = started(pass, marginal);
        seen = new CanaryLooks.Seen(canary(kind), Optional.empty());
        JsonNode result = json(get(path));
        assertTrue(result.path("complete").asBoolean(), result::toString);
        assertEquals("succeeded", result.path("status").asText());
        return result.path("result")
                .path("judgeResult")
                .path("score")
                .path("score")
                .asInt(-1);
    }

    private String started(int pass, int marginal) throws Exception {
        seen = new CanaryLooks.Seen(canary(Kind.UNDECIDED), Optional.empty());
        HttpResponse<String> answer = post("/canary/heddle?application=shop", thresholds(pass, marginal));
        return "/canary/" + json(answer).path("canaryExecutionId").asText() + "?storageAccountName=s";
    }

    private static String thresholds(int pass, int marginal) {
        return "{\"scopes\": {}, \"thresholds\": {\"pass\": " + pass + ", \"marginal\": " + marginal + "}}";
    }

    @Test
    void tellsTroubleInsteadOfAVerdictThatNobodyRenews() throws Exception {
        seen = new CanaryLooks.Seen(canary(Kind.PASS), Optional.of("the log is gone"));
        assertEquals(503, get("/v1/verdict").statusCode());
        assertEquals("the log is gone", json(get("/v1/verdict")).path("error").asText());
        assertEquals(503, post("/flagger/confirm-promotion", "{}").statusCode());
        assertEquals(503, get("/canary/heddle-95-75").statusCode());
        HttpResponse<String> page = get("/");
        assertEquals(200, page.statusCode());
        assertTrue(page.body().contains("the log is gone"), page.body());
    }

    @Test
    void aLookThatFailsIsTroubleUntilOneSucceeds() throws Exception {
        boolean[] broken = {false};
        CanaryLooks looks = new CanaryLooks(
                () -> {},
                () -> {
                    if (broken[0]) {
                        throw new Failure("the log is gone", "bring it back");
                    }
                    return canary(Kind.UNDECIDED);
                },
                Duration.ofMillis(5));
        Thread looking = Thread.ofVirtual().start(looks::run);
        assertEquals(Optional.empty(), looks.seen().trouble());
        broken[0] = true;
        await(() -> looks.seen().trouble().equals(Optional.of("the log is gone")));
        broken[0] = false;
        await(() -> looks.seen().trouble().isEmpty());
        looking.interrupt();
        looking.join();
    }

    private static void await(java.util.function.BooleanSupplier holds) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!holds.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "never came");
            Thread.sleep(2);
        }
    }

    @Test
    void thePageShowsNamesOfTheServiceAsText() throws Exception {
        Canary canary = canary(Kind.FAIL);
        seen = new CanaryLooks.Seen(
                new Canary(
                        Kind.FAIL,
                        "worse <script>alert(1)</script>",
                        canary.metrics(),
                        List.of(),
                        2,
                        60,
                        List.of(new Canary.Moved("pool", 1, 2, "<b>pool</b> waits")),
                        List.of(),
                        canary.history(),
                        Optional.empty()),
                Optional.empty());
        HttpResponse<String> page = get("/");
        assertFalse(page.body().contains("<script>") || page.body().contains("<b>"), page.body());
        assertTrue(page.body().contains("&lt;b&gt;pool&lt;/b&gt; waits"), page.body());
        assertTrue(page.body().contains("default-src 'none'") && page.body().contains("<svg"), page.body());
        assertEquals("no-store", page.headers().firstValue("Cache-Control").orElse(""));
        assertEquals("DENY", page.headers().firstValue("X-Frame-Options").orElse(""));
    }

    @Test
    void refusesOtherNamesMethodsPathsAndLargeBodies() throws Exception {
        assertEquals(405, post("/v1/verdict", "{}").statusCode());
        assertEquals(405, get("/flagger/rollback").statusCode());
        assertEquals(404, get("/v1/../etc/passwd").statusCode());
        assertEquals(413, post("/flagger/rollout", "x".repeat(70_000)).statusCode());
        String rebound = raw("GET /v1/verdict HTTP/1.1\r\nHost: evil.example:8787\r\nConnection: close\r\n\r\n");
        assertTrue(rebound.startsWith("HTTP/1.1 403"), rebound);
        String head = raw("HEAD /v1/verdict HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertTrue(head.startsWith("HTTP/1.1 200") && head.endsWith("\r\n\r\n"), head);
    }

    @Test
    @Tag("slow")
    void whoSendsNoRequestIsNotWaitedForLong() throws Exception {
        long begun = System.nanoTime();
        try (Socket slow =
                new Socket(server.address().getAddress(), server.address().getPort())) {
            slow.getOutputStream()
                    .write("POST /flagger/rollout HTTP/1.1\r\nHost: localhost\r\n".getBytes(StandardCharsets.US_ASCII));
            slow.setSoTimeout(30_000);
            assertEquals(200, get("/v1/verdict").statusCode());
            assertEquals(-1, slow.getInputStream().read());
        }
        assertTrue(Duration.ofNanos(System.nanoTime() - begun).toSeconds() < 15);
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(
                        server.address().getAddress(), server.address().getPort());
                OutputStream out = socket.getOutputStream()) {
            out.write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return client.send(
                HttpRequest.newBuilder(uri(path))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.address().getPort() + path);
    }

    private static JsonNode json(HttpResponse<String> answer) throws IOException {
        return new ObjectMapper().readTree(answer.body());
    }

    private static Canary canary(Kind kind) {
        CanaryMetric metric = new CanaryMetric("p95", 1.02, 0.9, 1.2, 0.1, Shown.NEITHER, 900, 100, 15, 2, 0, "more");
        List<Canary.Point> history = List.of(
                new Canary.Point(0, List.of(new Ratio(Double.NaN, 0, Double.POSITIVE_INFINITY))),
                new Canary.Point(30, List.of(new Ratio(1.1, 0, Double.POSITIVE_INFINITY))),
                new Canary.Point(60, List.of(new Ratio(1.02, 0.9, 1.2))));
        return new Canary(
                kind,
                "as told",
                List.of(metric),
                List.of("p95: more"),
                2,
                60,
                List.of(),
                List.of(),
                history,
                Optional.empty());
    }
}
