package io.heddle.watch;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.heddle.jdk.KnownHomes;
import io.heddle.waits.ServiceSeen;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceFilesTest {

    private static final Duration LENGTH = Duration.ofSeconds(2);

    /// The dumps of a recording show the platform threads alone.
    @Test
    void aServiceOnVirtualThreadsIsKnownBesideAFewPlatformThreads(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("mixed.jfr");
        try (ExecutorService platform = Executors.newCachedThreadPool();
                ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();
                Recording recording = new Recording()) {
            HttpServer management = server(platform);
            HttpServer service = server(virtual);
            recording.enable("jdk.ThreadSleep").withThreshold(Duration.ZERO).withStackTrace();
            recording.enable("jdk.ThreadDump").withPeriod(Duration.ofMillis(100));
            recording.start();
            load(management, service, service, service, service);
            recording.stop();
            recording.dump(file);
            management.stop(0);
            service.stop(0);
        }
        ServiceSeen seen = new ServiceFiles(List.of(), new KnownHomes(List.of())).recordings(List.of(file));
        assertTrue(
                seen.work().virtual() > 2,
                "virtual threads that serve: " + seen.work().virtual());
    }

    private static HttpServer server(ExecutorService threads) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    /// One client each.
    private static void load(HttpServer... servers) throws Exception {
        long end = System.nanoTime() + LENGTH.toNanos();
        try (ExecutorService clients = Executors.newCachedThreadPool();
                HttpClient client = HttpClient.newHttpClient()) {
            List<Future<?>> ended = new ArrayList<>();
            for (HttpServer server : servers) {
                HttpRequest request = HttpRequest.newBuilder(URI.create(
                                "http://127.0.0.1:" + server.getAddress().getPort()))
                        .build();
                ended.add(clients.submit(() -> {
                    while (System.nanoTime() < end) {
                        client.send(request, HttpResponse.BodyHandlers.discarding());
                    }
                    return null;
                }));
            }
            for (Future<?> one : ended) {
                one.get();
            }
        }
    }
}
