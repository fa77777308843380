package io.heddle.demo.medley;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The downstream as its caller sees it: a process that starts with the first call, and ends with this one.
final class Remote implements AutoCloseable {

    private final int places;
    private final int millis;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ReentrantLock starting = new ReentrantLock();
    private volatile @Nullable Started started;

    /// @param places requests that it serves at once
    /// @param millis that it takes for each
    Remote(int places, int millis) {
        this.places = places;
        this.millis = millis;
    }

    private record Started(Process process, HttpRequest request) {}

    String call() throws IOException, InterruptedException {
        return client.send(started().request(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private Started started() throws IOException {
        Started known = started;
        if (known != null) {
            return known;
        }
        starting.lock();
        try {
            known = started;
            if (known == null) {
                known = start();
                started = known;
            }
            return known;
        } finally {
            starting.unlock();
        }
    }

    private Started start() throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Downstream.class.getName(),
                        String.valueOf(places),
                        String.valueOf(millis))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        String port = output.readLine();
        if (port == null) {
            throw new IOException("the downstream did not start");
        }
        return new Started(
                process,
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + Downstream.PATH))
                        .build());
    }

    @Override
    public void close() {
        Started known = started;
        if (known != null) {
            known.process().destroy();
        }
        client.close();
    }
}
