package io.heddle.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// The slow HTTP service over real sockets.
class DownstreamTest {

    private static final int MILLIS = 100;

    @Test
    void answersNoSoonerThanItsTimeAndNotMuchLater() throws Exception {
        try (Downstream downstream = Downstream.start(0, MILLIS);
                HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(downstream.url())).build();
            long best = Long.MAX_VALUE;
            for (int i = 0; i < 5; i++) {
                long start = System.nanoTime();
                assertEquals(
                        "{\"text\":\"Festina lente.\"}",
                        client.send(request, BodyHandlers.ofString()).body());
                best = Math.min(best, System.nanoTime() - start);
            }
            assertTrue(best >= TimeUnit.MILLISECONDS.toNanos(MILLIS), best + " ns is too soon");
            assertTrue(best < TimeUnit.MILLISECONDS.toNanos(2 * MILLIS), best + " ns is too late");
        }
    }

    @Test
    void manyCallsAtOnceDoNotWaitForEachOther() throws Exception {
        int calls = 400;
        try (Downstream downstream = Downstream.start(0, MILLIS);
                HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(downstream.url())).build();
            long start = System.nanoTime();
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < calls; i++) {
                answers.add(client.sendAsync(request, BodyHandlers.ofString()));
            }
            for (CompletableFuture<HttpResponse<String>> answer : answers) {
                assertEquals(200, answer.get(60, TimeUnit.SECONDS).statusCode());
            }
            long took = System.nanoTime() - start;
            assertTrue(
                    took < TimeUnit.MILLISECONDS.toNanos(calls * MILLIS / 4),
                    took + " ns looks like one after the other");
        }
    }

    @Test
    void aRequestMayAskForAnotherTime() throws Exception {
        try (Downstream downstream = Downstream.start(0, 30_000);
                HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(downstream.url() + "?ms=40"))
                    .timeout(Duration.ofSeconds(20))
                    .build();
            long start = System.nanoTime();
            assertEquals(200, client.send(request, BodyHandlers.ofString()).statusCode());
            assertTrue(System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(40));
        }
    }

    @Test
    void keepsAConnectionUntilItIsAskedToClose() throws IOException {
        try (Downstream downstream = Downstream.start(0, 1);
                Socket socket =
                        new Socket("127.0.0.1", URI.create(downstream.url()).getPort())) {
            socket.setSoTimeout(60_000);
            String kept = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc";
            String last = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write((kept + last).getBytes(StandardCharsets.US_ASCII));
            String both = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertEquals(3, both.split("HTTP/1.1 200 OK", -1).length, both);
        }
    }
}
