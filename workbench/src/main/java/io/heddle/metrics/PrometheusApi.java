package io.heddle.metrics;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import io.heddle.net.Deadline;
import io.heddle.net.Excerpt;
import io.heddle.net.ServerAddress;
import io.heddle.net.WebClient;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/// A Prometheus server, or one that answers as it does. Whatever it answers ends in a value or in a [Failure].
public final class PrometheusApi {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int LARGEST = 32 << 20;
    /// Of JSON: few bytes may make many objects.
    private static final long MOST_TOKENS = 4_000_000;
    private static final ObjectMapper MAPPER = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxTokenCount(MOST_TOKENS).build())
            .build());
    private static final WebClient CLIENT = new WebClient(LARGEST);

    private final ServerAddress server;
    private final Deadline deadline;

    /// Asks nobody yet.
    ///
    /// @throws Failure when that is no address
    public PrometheusApi(String url, Deadline deadline) {
        this.deadline = deadline;
        try {
            server = ServerAddress.of(url);
        } catch (IllegalArgumentException e) {
            throw new Failure(
                    "that is no address of a Prometheus server", "write prometheus:http://HOST:9090#SELECTOR");
        }
    }

    /// The value of a query now, or the samples of a range that it names.
    public JsonNode now(String query) {
        return ask("/api/v1/query?query=" + encoded(query));
    }

    /// Values of a query at even times.
    ///
    /// @param from seconds since 1970
    /// @param to likewise, the last
    /// @param step seconds
    public JsonNode range(String query, long from, long to, long step) {
        return ask(String.format(
                Locale.ROOT, "/api/v1/query_range?query=%s&start=%d&end=%d&step=%d", encoded(query), from, to, step));
    }

    /// The `result` of an answer.
    private JsonNode ask(String path) {
        try {
            WebClient.Answer answer = CLIENT.get(server.at(path), deadline.left(PATIENCE));
            return result(answer.status(), MAPPER.readTree(answer.body()));
        } catch (JacksonException e) {
            throw odd("with no JSON");
        } catch (IOException e) {
            throw new Failure(
                    "Prometheus at " + server + " cannot be asked: " + IoReason.of(e),
                    "write prometheus:http://HOST:9090#SELECTOR, and look whether it is up",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("Prometheus at " + server + " was not waited for", "start again", e);
        }
    }

    private JsonNode result(int status, JsonNode tree) {
        if (!tree.isObject()) {
            throw odd("with status " + status + " and not as Prometheus does");
        }
        if (!"success".equals(tree.path("status").asText())) {
            throw new Failure(
                    "Prometheus at " + server + " refuses: "
                            + Excerpt.of(tree.path("error").asText("status " + status)),
                    "try the selector behind the # in Prometheus itself");
        }
        return tree.path("data").path("result");
    }

    /// An answer that Prometheus does not give.
    ///
    /// @param how such as `with no JSON`
    public Failure odd(String how) {
        return new Failure(
                "the server at " + server + " answers " + how, "look whether that is a Prometheus server, and is well");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
