package io.heddle.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A service that is started as its own launcher does, with the agent.
final class AgentRun implements AutoCloseable {

    private static final Duration LONGEST_START = Duration.ofMinutes(3);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Process process;
    private final int port;
    private final Path log;
    private final Path result;

    private AgentRun(Process process, int port, Path log, Path result) {
        this.process = process;
        this.port = port;
        this.log = log;
        this.result = result;
    }

    /// What a client sees of an answer that is the same in both arms.
    record Answer(int status, String contentType, String length, String body) {}

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /// Starts the JVM and waits until the port answers.
    ///
    /// @param mode `flip` or `observe`
    /// @param command options, class path, main class and arguments, which name the port
    static AgentRun start(Path folder, String jdk, String mode, int port, List<String> command) throws Exception {
        Path log = folder.resolve(mode + ".log");
        Path result = folder.resolve(mode + ".jsonl");
        List<String> whole = new ArrayList<>(List.of(
                Path.of(Jdks.home(jdk), "bin", "java").toString(),
                "-Djdk.virtualThreadScheduler.parallelism=8",
                "-javaagent:" + HeddleRun.ROOT.resolve("agent/target/heddle-agent.jar") + "=mode=" + mode + ",result="
                        + result));
        whole.addAll(command);
        Process process = new ProcessBuilder(whole)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        AgentRun run = new AgentRun(process, port, log, result);
        Instant deadline = Instant.now().plus(LONGEST_START);
        while (true) {
            try {
                run.get("/");
                return run;
            } catch (IOException notYet) {
                if (Instant.now().isAfter(deadline) || !process.isAlive()) {
                    run.close();
                    throw new AssertionError("not ready:\n" + Files.readString(log), notYet);
                }
                Thread.sleep(100);
            }
        }
    }

    Answer get(String path) throws IOException, InterruptedException {
        return send(request(path).GET());
    }

    Answer post(String path, String body) throws IOException, InterruptedException {
        return send(request(path).header("Content-Type", "text/plain").POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(60));
    }

    private Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Answer(
                answer.statusCode(),
                answer.headers().firstValue("Content-Type").orElse(""),
                answer.headers().firstValue("X-Length").orElse(""),
                answer.body());
    }

    /// The agent's lines of one kind, once there is one and no request is missing in them.
    List<JsonNode> lines(String kind) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(result)) {
            if (line.endsWith("}")) {
                lines.add(JsonMapper.builder().build().readTree(line));
            }
        }
        return lines.stream()
                .filter(line -> line.path("kind").asText().equals(kind))
                .toList();
    }

    String log() throws IOException {
        return Files.readString(log) + "\n" + Files.readString(result);
    }

    /// Asks the service to end, as an operator does, so that the agent's last line is written.
    void end() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("does not end");
        }
    }

    @Override
    public void close() throws InterruptedException {
        client.close();
        process.destroyForcibly().waitFor();
    }
}
