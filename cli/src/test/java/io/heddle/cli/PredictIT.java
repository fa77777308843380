package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.demo.servers.Ports;
import io.heddle.demo.servers.RealServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A service of Spring Boot with 20 threads and a pool of 5, its own metrics, and a real Prometheus that scrapes them.
@Tag("slow")
class PredictIT {

    private static final Path SERVICE =
            HeddleRun.ROOT.resolve("targets/metrics-3.5/target/heddle-target-metrics-3.5.jar");
    private static final Duration READY = Duration.ofMinutes(2);
    private static final double LOAD_SECONDS = 14;
    private static final double RATE = 50;

    @TempDir
    private Path folder;

    private final HttpClient client =
            HttpClient.newBuilder().executor(Runnable::run).build();
    private int port;
    private Process service;

    @BeforeEach
    void start() throws Exception {
        port = Ports.free();
        service = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx256m",
                        "-jar",
                        SERVICE.toString(),
                        "--server.address=127.0.0.1",
                        "--server.port=" + port)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("service.txt").toFile())
                .start();
        long until = System.nanoTime() + READY.toNanos();
        while (!answers()) {
            assertTrue(
                    service.isAlive() && System.nanoTime() < until,
                    () -> "the service does not answer: see " + folder.resolve("service.txt"));
            Thread.sleep(100);
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        service.destroyForcibly().waitFor();
    }

    @Test
    void idleThreadsAreNoNeedByPagesAndByPrometheusAndFewAreANeed() throws Exception {
        int prometheus = Ports.free();
        String configuration = """
                global: {scrape_interval: 1s}
                scrape_configs:
                  - job_name: stock
                    metrics_path: /actuator/prometheus
                    static_configs: [{targets: ['127.0.0.1:%d']}]
                """.formatted(port);
        try (RealServer server = RealServer.start(RealServer.Kind.PROMETHEUS, folder, configuration, prometheus)) {
            load("/stock", 1);
            page("before.txt");
            double waited = load("/stock", LOAD_SECONDS);
            page("after.txt");
            HeddleRun.Ended pages = HeddleRun.run(
                            folder,
                            "predict",
                            "before.txt",
                            "after.txt",
                            "--json",
                            "pages.json",
                            "--html",
                            "pages.html",
                            "--markdown",
                            "pages.md")
                    .exits(0);
            JsonNode told = pages.json("pages.json");
            double busy = told.path("observed").path("busyThreads").path("mean").asDouble();
            double rate = told.path("observed").path("rate").path("value").asDouble();
            // It works for 40 ms at least, and its clients wait for all that it does.
            assertTrue(busy >= 0.98 * rate * 0.04 && busy <= 1.1 * waited, busy + " at " + rate + ", waited " + waited);
            assertEquals(
                    20, told.path("observed").path("busyThreads").path("of").asInt());
            assertFalse(told.path("need").path("needed").asBoolean(true), told.toPrettyString());
            JsonNode on25 = told.path("predicted").get(1);
            assertEquals(25, on25.path("jdk").asInt());
            assertEquals("threads-idle", on25.path("code").asText());
            assertEquals("no-need", on25.path("decision").path("kind").asText());
            assertEquals("pool", on25.path("limit").path("kind").asText(), on25.toPrettyString());
            assertTrue(pages.out().startsWith("no need: "), pages.out());
            assertFalse(pages.out().contains("undecided"), pages.out());
            assertTrue(Files.readString(folder.resolve("pages.html")).contains("no need"));
            assertTrue(Files.readString(folder.resolve("pages.md")).contains("no need to switch"));

            // The last scrapes are a second old.
            Thread.sleep(2_500);
            JsonNode kept = HeddleRun.run(
                            folder,
                            "predict",
                            "prometheus:http://127.0.0.1:" + prometheus + "#{job=\"stock\"}",
                            "--json",
                            "kept.json")
                    .exits(0)
                    .json("kept.json");
            assertFalse(kept.path("need").path("needed").asBoolean(true), kept.toPrettyString());
            double peak = kept.path("observed").path("busyThreads").path("mean").asDouble();
            assertEquals(busy, peak, 0.35 * busy, kept.toPrettyString());

            JsonNode few = HeddleRun.run(
                            folder,
                            "predict",
                            "before.txt",
                            "after.txt",
                            "--threads",
                            String.valueOf((int) Math.ceil(busy)),
                            "--pool",
                            "HikariPool-1=500",
                            "--json",
                            "few.json")
                    .exits(0)
                    .json("few.json");
            assertTrue(few.path("need").path("needed").asBoolean(), few.toPrettyString());
        }
    }

    /// @return mean number of requests that waited for their answers
    private double load(String path, double seconds) throws InterruptedException {
        LongAdder nanos = new LongAdder();
        long begin = System.nanoTime();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < RATE * seconds; i++) {
                long at = begin + (long) (i / RATE * 1e9);
                TimeUnit.NANOSECONDS.sleep(at - System.nanoTime());
                threads.execute(() -> {
                    long sent = System.nanoTime();
                    get(path);
                    nanos.add(System.nanoTime() - sent);
                });
            }
        }
        return nanos.sum() / (double) (System.nanoTime() - begin);
    }

    private void page(String file) throws Exception {
        Files.writeString(folder.resolve(file), get("/actuator/prometheus"));
    }

    private boolean answers() {
        try {
            return !get("/quote").isEmpty();
        } catch (IllegalStateException e) {
            return false;
        }
    }

    private String get(String path) {
        try {
            return client.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                    .timeout(Duration.ofSeconds(20))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
