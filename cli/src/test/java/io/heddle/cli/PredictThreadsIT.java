package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
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
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A service under load on platform threads, told by its process, by its recording and by dumps of its threads.
@Tag("slow")
class PredictThreadsIT {

    private static final double RATE = 60;
    private static final int THREADS = 40;

    @TempDir
    private Path folder;

    private final HttpClient client =
            HttpClient.newBuilder().executor(Runnable::run).build();

    @Test
    void aMonitorThatWaitsWouldHoldTheCarriersOf21AndOfNoLaterJdk() throws Exception {
        Process service = start("monitors");
        try (ExecutorService load = load(port())) {
            JsonNode process = HeddleRun.run(
                            folder,
                            "predict",
                            String.valueOf(service.pid()),
                            "--seconds",
                            "5",
                            "--cpus",
                            "4",
                            "--record",
                            "kept.jfr",
                            "--json",
                            "process.json",
                            "--html",
                            "process.html")
                    .exits(1)
                    .json("process.json");
            judge(process, "events");
            // Each request is in the monitor for 50 ms.
            assertEquals(
                    RATE * 0.05,
                    process.path("predicted")
                            .get(0)
                            .path("carriersHeld")
                            .path("mean")
                            .asDouble(),
                    0.6 * RATE * 0.05,
                    process.toPrettyString());
            String left = Holding.jcmd(service, "JFR.check");
            assertTrue(left.contains("No available recordings"), left);

            HeddleRun.Ended file = HeddleRun.run(folder, "predict", "kept.jfr", "--cpus", "4", "--json", "file.json")
                    .exits(1);
            judge(file.json("file.json"), "events");
            assertTrue(file.out().contains("Ledger.write would hold "), file.out());

            for (int i = 0; i < 6; i++) {
                Files.writeString(folder.resolve("dump" + i + ".txt"), Holding.jcmd(service, "Thread.print"));
            }
            JsonNode dumps = HeddleRun.run(
                            folder,
                            "predict",
                            "dump0.txt",
                            "dump1.txt",
                            "dump2.txt",
                            "dump3.txt",
                            "dump4.txt",
                            "dump5.txt",
                            "--cpus",
                            "4",
                            "--json",
                            "dumps.json")
                    .json("dumps.json");
            assertEquals("states", dumps.path("tier").asText());
            assertEquals("Ledger.write", holder(dumps.path("predicted").get(0)), dumps.toPrettyString());
            load.shutdownNow();
        } finally {
            service.destroyForcibly().waitFor();
        }
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            assertEquals(
                    0,
                    files.filter(file -> String.valueOf(file.getFileName()).startsWith("heddle-predict-"))
                            .count());
        }
    }

    private static String holder(JsonNode onJdk) {
        JsonNode first = onJdk.path("holders").path(0);
        return first.path("class").asText().replaceFirst(".*[.$]", "") + "."
                + first.path("method").asText();
    }

    private static void judge(JsonNode told, String tier) {
        assertEquals(tier, told.path("tier").asText());
        JsonNode on21 = told.path("predicted").get(0);
        JsonNode on25 = told.path("predicted").get(1);
        assertEquals("harm", on21.path("verdict").asText(), told.toPrettyString());
        assertEquals("newer-jdk", on21.path("decision").path("kind").asText(), told.toPrettyString());
        assertEquals("Ledger.write", holder(on21), told.toPrettyString());
        assertNotEquals("harm", on25.path("verdict").asText(), told.toPrettyString());
        assertEquals("no-need", on25.path("decision").path("kind").asText(), told.toPrettyString());
        assertEquals(0, on25.path("carriersHeld").path("mean").asDouble(), 0.2, told.toPrettyString());
        assertEquals(
                THREADS, told.path("observed").path("busyThreads").path("of").asInt());
    }

    private Process start(String kind) throws Exception {
        Path source = HeddleRun.ROOT.resolve("dev.d/lib/PredictService.java");
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "--release", "21", "-d", folder.toString(), source.toString()));
        Process process = new ProcessBuilder(
                        Path.of(Jdks.home("21"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-cp",
                        folder.toString(),
                        "PredictService",
                        kind,
                        String.valueOf(THREADS))
                .redirectOutput(folder.resolve("port.txt").toFile())
                .start();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!Files.readString(folder.resolve("port.txt")).endsWith("\n")) {
            assertTrue(process.isAlive() && System.nanoTime() < end);
            Thread.sleep(20);
        }
        return process;
    }

    private int port() throws IOException {
        return Integer.parseInt(Files.readString(folder.resolve("port.txt")).strip());
    }

    /// Requests at that rate, whether or not they are answered, until it is shut down.
    private ExecutorService load(int port) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                .timeout(Duration.ofSeconds(20))
                .build();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        threads.execute(() -> {
            long begin = System.nanoTime();
            try {
                for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
                    TimeUnit.NANOSECONDS.sleep(begin + (long) (i / RATE * 1e9) - System.nanoTime());
                    threads.execute(() -> {
                        try {
                            client.send(request, BodyHandlers.discarding());
                        } catch (IOException | InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    });
                }
            } catch (InterruptedException | java.util.concurrent.RejectedExecutionException e) {
                Thread.currentThread().interrupt();
            }
        });
        return threads;
    }
}
