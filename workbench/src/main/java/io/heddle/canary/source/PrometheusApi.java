package io.heddle.canary.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heddle.model.Failure;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/// A Prometheus server, or one that answers as it does.
public final class PrometheusApi {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final String url;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    /// Asks nobody yet.
    public PrometheusApi(String url) {
        this.url = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
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
    JsonNode range(String query, long from, long to, long step) {
        return ask(String.format(
                Locale.ROOT, "/api/v1/query_range?query=%s&start=%d&end=%d&step=%d", encoded(query), from, to, step));
    }

    /// The `result` of an answer.
    private JsonNode ask(String path) {
        try {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create(url + path))
                            .timeout(PATIENCE)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            JsonNode tree = MAPPER.readTree(answer.body());
            if (!"success".equals(tree.path("status").asText())) {
                throw new Failure(
                        "Prometheus at " + url + " refuses: "
                                + tree.path("error").asText("status " + answer.statusCode()),
                        "try the selector behind the # in Prometheus itself");
            }
            return tree.path("data").path("result");
        } catch (IOException | IllegalArgumentException e) {
            throw new Failure(
                    "Prometheus at " + url + " cannot be asked: " + e,
                    "write prometheus:http://HOST:9090#SELECTOR, and look whether it is up",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("Prometheus at " + url + " was not waited for", "start again", e);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
