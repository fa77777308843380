package io.heddle.canary.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.heddle.canary.CanaryPlan;
import io.heddle.canary.CanaryRun;
import io.heddle.metrics.PrometheusApi;
import io.heddle.model.Failure;
import io.heddle.net.Deadline;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Answers that no Prometheus gives. Each ends in one sentence.
class PrometheusAnswersTest {

    private static final String GOOD = "[TIME, \"12\"]";
    private static final List<String> EDGES =
            List.of("0.01", "0.0105", "0.011", "0.0115", "0.012", "0.0125", "0.013", "+Inf");

    @TempDir
    private Path folder;

    private HttpServer server;
    private volatile String edge = "0.0095";
    private volatile String sample = GOOD;
    private volatile String instant = "[NOW, \"1\"],[LATER, \"2\"]";
    private volatile Optional<String> whole = Optional.empty();

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void end() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String query = URLDecoder.decode(exchange.getRequestURI().getRawQuery(), StandardCharsets.UTF_8);
        byte[] body = whole.orElseGet(() -> good(exchange.getRequestURI().getPath(), query))
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private String good(String path, String query) {
        long now = System.currentTimeMillis() / 1_000;
        if (path.endsWith("/query")) {
            return result(
                    query.contains("_bucket")
                            ? "{\"metric\":{\"le\":\"1\"},\"values\":["
                                    + instant.replace("NOW", "" + (now - 1)).replace("LATER", "" + now) + "]}"
                            : "");
        }
        Matcher asked = Pattern.compile("start=(\\d+)&end=(\\d+)&step=(\\d+)").matcher(query);
        assertTrue(asked.find());
        long step = Long.parseLong(asked.group(3));
        List<String> times = IntStream.rangeClosed(
                        0, (int) ((Long.parseLong(asked.group(2)) - Long.parseLong(asked.group(1))) / step))
                .mapToObj(i -> String.valueOf(Long.parseLong(asked.group(1)) + i * step))
                .toList();
        if (query.contains("_sum")) {
            return result(series("{}", times, GOOD));
        }
        return result(series("{\"le\":\"" + edge + "\"}", times, sample) + ","
                + IntStream.range(0, EDGES.size())
                        .mapToObj(i -> series(
                                "{\"le\":\"" + EDGES.get(i) + "\"}",
                                times,
                                "[TIME, \"" + Math.min(80, 20 + 10 * i) + "\"]"))
                        .collect(Collectors.joining(",")));
    }

    private static String series(String metric, List<String> times, String sample) {
        return "{\"metric\":" + metric + ",\"values\":["
                + times.stream().map(time -> sample.replace("TIME", time)).collect(Collectors.joining(",")) + "]}";
    }

    private static String result(String result) {
        return "{\"status\":\"success\",\"data\":{\"result\":[" + result + "]}}";
    }

    private void look() {
        String url =
                "prometheus:http://ann:hunter2@127.0.0.1:" + server.getAddress().getPort();
        try (CanaryRun run = CanaryRun.open(
                url + "#{a=\"old\"}",
                url + "#{a=\"new\"}",
                CanaryPlan.DEFAULT,
                Optional.of(folder.resolve("state")),
                Deadline.in(Duration.ofSeconds(30)))) {
            run.look();
        }
    }

    private void refuses() {
        Failure failure = assertThrows(Failure.class, this::look);
        String sentence = failure.sentence();
        assertTrue(sentence.contains("http://127.0.0.1:"), sentence);
        assertFalse((sentence + failure.next()).contains("hunter2"), sentence);
        assertTrue(sentence.chars().noneMatch(Character::isISOControl) && sentence.length() < 400, sentence);
    }

    @Test
    void aGoodAnswerIsRead() throws IOException {
        look();
        String state = Files.readString(folder.resolve("state"), StandardCharsets.ISO_8859_1);
        assertFalse(state.contains("hunter2"), "the state keeps no password");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "7",
                "<html>login</html>",
                "{\"status\":\"error\",\"error\":\"\\u001b[2Jpwned\\n::error::x\"}",
                "{\"status\":\"success\"",
            })
    void aBodyThatIsNone(String body) {
        whole = Optional.of(body);
        refuses();
    }

    @Test
    void aBodyThatIsDeep() {
        whole = Optional.of("[".repeat(200_000));
        refuses();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[TIME]",
                "[]",
                "null",
                "5",
                "{}",
                "[TIME, \"NaN\"]",
                "[TIME, \"+Inf\"]",
                "[TIME, \"-50\"]",
                "[TIME, \"1e300\"]",
                "[TIME, \"1e18\"]",
                "[TIME, \"3e9\"]",
                "[TIME, \"x\"]",
                "[TIME, {}]",
                "[\"NaN\", \"1\"]",
                "[9e18, \"1\"]",
                "[-9e18, \"1\"]",
                "[1, \"1\"]",
            })
    void aSampleThatIsNone(String odd) {
        sample = odd;
        refuses();
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "NaN", "-5", "-Inf", ""})
    void anEdgeThatIsNone(String odd) {
        edge = odd;
        refuses();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[],[]",
                "null,null,5",
                "[0, \"1\"],[1e300, \"2\"]",
                "[LATER, \"1\"],[NOW, \"2\"]",
                "[NOW, \"1\"],[NOW, \"2\"]",
                "[\"NaN\", \"1\"],[\"NaN\", \"2\"]",
            })
    void scrapesOfNoTime(String odd) {
        instant = odd;
        refuses();
    }

    @ParameterizedTest
    @CsvSource({"404, REFUSED", "4xx, REFUSED", "304, SERVED", "302, REFUSED", "5xx, FAILED", "200, SERVED", "x, SERVED"
    })
    void aStatusIsALabel(String status, String outcome) throws Exception {
        String series = "[{\"metric\":{\"le\":\"+Inf\",\"status\":\"" + status + "\"},\"values\":[[60,\"8\"]]}]";
        Map<Long, BucketCounts> steps = new java.util.HashMap<>();
        BucketCounts.read(
                new com.fasterxml.jackson.databind.ObjectMapper().readTree(series),
                new Samples(new PrometheusApi("http://127.0.0.1:9", Deadline.NONE), 0, 100),
                1_000,
                steps);
        BucketCounts step = steps.getOrDefault(60L, new BucketCounts());
        assertEquals(outcome.equals("FAILED") ? 8 : 0, step.errors());
        assertEquals(outcome.equals("REFUSED") ? 8 : 0, step.refusals());
    }
}
