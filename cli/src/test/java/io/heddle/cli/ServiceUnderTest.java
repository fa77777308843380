package io.heddle.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// An unmodified service in one arm, asked one request of each kind.
final class ServiceUnderTest implements AutoCloseable {

    /// Ports given to services of this JVM: two that start at the same time get two.
    private static final Set<Integer> GIVEN = new HashSet<>();

    private final Process process;
    private final Path log;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI base;

    private ServiceUnderTest(Process process, Path log, URI base) {
        this.process = process;
        this.log = log;
        this.base = base;
    }

    /// What a client sees of an answer; what changes from one run to the next (dates, ports) is left out.
    record Seen(int status, String contentType, String custom, String body) {}

    static Path jar(String service) throws IOException {
        Path target = HeddleRun.ROOT.resolve("targets").resolve(service).resolve("target");
        try (java.util.stream.Stream<Path> files = Files.list(target)) {
            return files.filter(f -> f.getFileName().toString().endsWith(".jar"))
                    .filter(f -> !f.getFileName().toString().startsWith("original"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no jar in " + target));
        }
    }

    /// Starts a service and waits for nothing.
    static ServiceUnderTest start(Path folder, String service, String jdk, String mode, String option)
            throws Exception {
        int port = freePort();
        Path log = folder.resolve(mode + port + ".log");
        Process process = new ProcessBuilder(
                        Path.of(jdk, "bin", "java").toString(),
                        "-javaagent:" + HeddleRun.ROOT.resolve("agent/target/heddle-agent.jar") + "=mode=" + mode
                                + ",result=" + folder.resolve(mode + port + ".jsonl"),
                        option,
                        "-jar",
                        jar(service).toString(),
                        "--server.port=" + port)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new ServiceUnderTest(process, log, URI.create("http://127.0.0.1:" + port));
    }

    private static int freePort() throws IOException {
        while (true) {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                if (GIVEN.add(socket.getLocalPort())) {
                    return socket.getLocalPort();
                }
            }
        }
    }

    void awaitReady() throws Exception {
        Instant deadline = Instant.now().plus(Duration.ofSeconds(90));
        while (true) {
            try {
                get("/hello");
                return;
            } catch (IOException notYet) {
                if (Instant.now().isAfter(deadline) || !process.isAlive()) {
                    throw new AssertionError("not ready:\n" + Files.readString(log), notYet);
                }
                Thread.sleep(100);
            }
        }
    }

    List<Seen> answers() throws Exception {
        List<Seen> answers = new ArrayList<>();
        for (String path : List.of("/hello", "/echo?a=1&b=%C3%A9", "/missing", "/fail")) {
            answers.add(seen(get(path)));
        }
        byte[] body = new byte[300_000];
        for (int i = 0; i < body.length; i++) {
            body[i] = (byte) (i * 31);
        }
        answers.add(seen(client.send(
                HttpRequest.newBuilder(base.resolve("/upload"))
                        .header("Content-Type", "application/octet-stream")
                        .POST(BodyPublishers.ofByteArray(body))
                        .build(),
                BodyHandlers.ofString())));
        answers.add(seen(get("/stream")));
        return answers;
    }

    boolean onVirtualThread() throws Exception {
        return get("/thread").body().replace(" ", "").contains("\"isVirtual\":true");
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(base.resolve(path))
                        .header("X-Trace", "t-1")
                        .timeout(Duration.ofSeconds(30))
                        .build(),
                BodyHandlers.ofString());
    }

    private static Seen seen(HttpResponse<String> answer) {
        String body = answer.body()
                .replaceAll("\"timestamp\":\"?[^\",}]*\"?", "\"timestamp\":0")
                .replaceAll("127\\.0\\.0\\.1:\\d+", "host");
        return new Seen(
                answer.statusCode(),
                answer.headers().firstValue("Content-Type").orElse(""),
                answer.headers().firstValue("X-Catalogue").orElse(""),
                body);
    }

    @Override
    public void close() throws Exception {
        client.close();
        process.destroy();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
