package io.heddle.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A program in a JVM of its own, with the agent as it will be shipped.
final class TargetProcess implements AutoCloseable {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Process process;
    private final Path folder;

    private TargetProcess(Process process, Path folder) {
        this.process = process;
        this.folder = folder;
    }

    /// What to start.
    ///
    /// @param agent arguments of the agent, which get a result file where they name none; empty starts the
    ///     program without an agent
    /// @param options of the JVM
    /// @param classPath beside the test programs
    /// @param command main class and its arguments
    record Plan(Jdk jdk, String agent, List<String> options, List<Path> classPath, List<String> command) {

        Plan(Jdk jdk, String agent, String server, String... command) {
            this(jdk, agent, List.of(), jars(server), List.of(command));
        }

        /// A program that runs with the jars of the tests themselves.
        static Plan withTestJars(Jdk jdk, String agent, String... command) {
            List<Path> jars = Stream.of(System.getProperty("java.class.path").split(java.io.File.pathSeparator))
                    .filter(jar -> jar.endsWith(".jar"))
                    .map(Path::of)
                    .toList();
            return new Plan(jdk, agent, List.of(), jars, List.of(command));
        }

        /// The jars of a server.
        static List<Path> jars(String server) {
            if (server.isEmpty()) {
                return List.of();
            }
            try (Stream<Path> jars = Files.list(Path.of(System.getProperty("heddle.servers"), server))) {
                return jars.toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /// Starts the program; everything that it writes goes below the folder.
    static TargetProcess start(Plan plan, Path folder) throws IOException {
        List<String> command = new ArrayList<>(List.of(plan.jdk().java(), "-Xmx128m", "-Djava.io.tmpdir=" + folder));
        command.addAll(plan.options());
        if (!plan.agent().isEmpty()) {
            String result = plan.agent().contains("result=") ? "" : ",result=" + resultFile(folder);
            command.add("-javaagent:" + System.getProperty("heddle.agent") + "=" + plan.agent() + result);
        }
        StringBuilder path = new StringBuilder(System.getProperty("heddle.programs"));
        plan.classPath().forEach(jar -> path.append(':').append(jar));
        command.addAll(List.of("-cp", path.toString()));
        command.addAll(plan.command());
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        return new TargetProcess(builder.start(), folder);
    }

    private static Path resultFile(Path folder) {
        return folder.resolve("result.jsonl");
    }

    /// The port that it printed.
    int port() {
        Waiting.until(() -> out().contains("port ") && out().endsWith("\n"), () -> out() + err());
        String rest = out().substring(out().indexOf("port ") + "port ".length());
        return Integer.parseInt(rest.lines().findFirst().orElseThrow().strip());
    }

    /// The answer to a request.
    String get(String path) {
        return answer(request(path));
    }

    /// The answer to a request of the path of that number.
    String get(String path, String number) {
        return answer(HttpRequest.newBuilder(request(path), (name, value) -> true)
                .header("Heddle-Path", number)
                .build());
    }

    private String answer(HttpRequest request) {
        try {
            return HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException(err(), e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The answers to so many requests that were all sent at once.
    List<String> getAtOnce(String path, int times) {
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            answers.add(HTTP.sendAsync(request(path), HttpResponse.BodyHandlers.ofString()));
        }
        return answers.stream().map(answer -> answer.join().body()).toList();
    }

    /// The status of each answer to so many requests that were all sent at once.
    List<Integer> statusesAtOnce(String path, int times) {
        List<CompletableFuture<HttpResponse<Void>>> answers = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            answers.add(HTTP.sendAsync(request(path), HttpResponse.BodyHandlers.discarding()));
        }
        return answers.stream().map(answer -> answer.join().statusCode()).toList();
    }

    /// The answer to a request that is sent now and answered later.
    CompletableFuture<String> getLater(String path) {
        return HTTP.sendAsync(request(path), HttpResponse.BodyHandlers.ofString())
                .thenApply(HttpResponse::body);
    }

    /// Status, headers but for dates, and body of the answer to a POST.
    String exchange(String path, String body) {
        HttpRequest post = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .timeout(java.time.Duration.ofSeconds(30))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> answer = HTTP.send(post, HttpResponse.BodyHandlers.ofString());
            java.util.TreeMap<String, List<String>> headers =
                    new java.util.TreeMap<>(answer.headers().map());
            headers.remove("date");
            return answer.statusCode() + " " + headers + "\n" + answer.body();
        } catch (IOException e) {
            throw new UncheckedIOException(err(), e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The first message that comes back over a WebSocket after this one was sent.
    String echo(String path, String text) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        WebSocket.Listener listener = new WebSocket.Listener() {
            @Override
            public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
                answer.complete(data.toString());
                return WebSocket.Listener.super.onText(socket, data, last);
            }

            @Override
            public void onError(WebSocket socket, Throwable error) {
                answer.completeExceptionally(error);
            }
        };
        WebSocket socket = HTTP.newWebSocketBuilder()
                .buildAsync(URI.create("ws://127.0.0.1:" + port() + path), listener)
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
        socket.sendText(text, true).orTimeout(30, TimeUnit.SECONDS).join();
        String said = answer.orTimeout(30, TimeUnit.SECONDS).join();
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "")
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
        return said;
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .timeout(java.time.Duration.ofSeconds(30))
                .build();
    }

    /// Closes its input, which asks it to end, and waits until it has.
    ///
    /// @return its exit code
    int end() throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!process.waitFor(90, TimeUnit.SECONDS)) {
            throw new AssertionError("does not end: " + out() + err());
        }
        return process.exitValue();
    }

    /// Ends it as `kill -9` does.
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /// CPU time that it has used, all its threads together.
    double cpuSeconds() {
        return process.toHandle().info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
    }

    ResultLines result() {
        return ResultLines.of(resultFile(folder));
    }

    String out() {
        return text("out");
    }

    String err() {
        return text("err");
    }

    private String text(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
