package io.heddle.canary.why;

import io.heddle.model.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// The page on which one arm publishes its metrics.
final class MetricsPage implements Metrics {

    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final int LARGEST = 16 << 20;

    private final URI uri;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    /// @throws Failure when that is no address
    MetricsPage(String url) {
        try {
            uri = URI.create(url);
            if (!"http".equals(uri.getScheme()) && !"https".equals(uri.getScheme())) {
                throw new IllegalArgumentException("no http");
            }
        } catch (IllegalArgumentException e) {
            throw new Failure(
                    "'" + url + "' is no address of metrics",
                    "write it such as http://10.0.0.7:8080/actuator/prometheus",
                    e);
        }
    }

    @Override
    public List<Sample> read() throws InterruptedException {
        try {
            HttpResponse<InputStream> answer = client.send(
                    HttpRequest.newBuilder(uri).timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = answer.body()) {
                return answer.statusCode() == 200
                        ? Exposition.read(new String(body.readNBytes(LARGEST), StandardCharsets.UTF_8))
                        : List.of();
            }
        } catch (IOException e) {
            return List.of();
        }
    }
}
