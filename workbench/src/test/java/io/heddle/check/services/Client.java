package io.heddle.check.services;

import io.heddle.model.Failure;
import io.heddle.race.load.Request;
import io.heddle.race.requests.Entry;
import io.heddle.race.requests.Workload;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/// Sends the requests of a workload over connections that are kept.
final class Client implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int FIRST_ERROR = 400;
    /// Chooses the same requests in each run.
    private static final long SEED = 28;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<Entry> entries;
    private final List<HttpRequest> requests;
    private final AtomicInteger errors = new AtomicInteger();

    Client(Workload workload, URI base) {
        this.entries = workload.entries();
        this.requests = entries.stream().map(entry -> request(entry.at(base))).toList();
    }

    private static HttpRequest request(Request from) {
        HttpRequest.Builder request = HttpRequest.newBuilder(from.uri()).timeout(TIMEOUT);
        from.headers().forEach(header -> request.header(header.name(), header.value()));
        return request.method(
                        from.method(),
                        from.body().isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(from.body()))
                .build();
    }

    int endPoints() {
        return requests.size();
    }

    double[] weights() {
        return entries.stream().mapToDouble(Entry::weight).toArray();
    }

    /// Answers so far that are errors.
    int errors() {
        return errors.get();
    }

    /// Sends one request and waits for the whole answer.
    ///
    /// @throws Failure when there is none
    void send(int endPoint) throws InterruptedException {
        try {
            int status = client.send(requests.get(endPoint), BodyHandlers.discarding())
                    .statusCode();
            errors.addAndGet(status >= FIRST_ERROR ? 1 : 0);
        } catch (IOException e) {
            throw new Failure(
                    "the service gave no answer to " + entries.get(endPoint).where(), "read its output", e);
        }
    }

    /// Sends requests of the mix at once.
    ///
    /// @return how many were answered
    int sendAtOnce(int threads, Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        AtomicInteger answered = new AtomicInteger();
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Random random = new Random(SEED + i);
            clients.add(Thread.ofVirtual().start(() -> {
                try {
                    while (System.nanoTime() < end) {
                        send(chosen(random.nextDouble()));
                        answered.incrementAndGet();
                    }
                } catch (InterruptedException | Failure e) {
                    errors.incrementAndGet();
                }
            }));
        }
        for (Thread one : clients) {
            one.join();
        }
        return answered.get();
    }

    private int chosen(double at) {
        double[] weights = weights();
        double left = at * Arrays.stream(weights).sum();
        for (int i = 0; i < weights.length - 1; i++) {
            left -= weights[i];
            if (left < 0) {
                return i;
            }
        }
        return weights.length - 1;
    }

    @Override
    public void close() {
        client.close();
    }
}
