package io.heddle.canary.why;

import io.heddle.metrics.Exposition;
import io.heddle.metrics.Sample;
import io.heddle.model.Failure;
import io.heddle.net.Deadline;
import io.heddle.net.ServerAddress;
import io.heddle.net.WebClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// The page on which one arm publishes its metrics.
final class MetricsPage implements Metrics {

    private static final int OK = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final int LARGEST = 16 << 20;
    private static final WebClient CLIENT = new WebClient(LARGEST);

    private final ServerAddress address;
    private final Deadline deadline;

    /// @throws Failure when that is no address
    MetricsPage(String url, Deadline deadline) {
        this.deadline = deadline;
        try {
            address = ServerAddress.of(url);
        } catch (IllegalArgumentException e) {
            throw new Failure(
                    "that is no address of metrics", "write it such as http://10.0.0.7:8080/actuator/prometheus");
        }
    }

    @Override
    public List<Sample> read() throws InterruptedException {
        try {
            WebClient.Answer answer = CLIENT.get(address, deadline.left(PATIENCE));
            return answer.status() == OK
                    ? Exposition.read(new String(answer.body(), StandardCharsets.UTF_8))
                    : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }
}
