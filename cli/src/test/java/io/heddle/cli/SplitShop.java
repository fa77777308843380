package io.heddle.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heddle.demo.servers.Ports;
import io.heddle.demo.servers.RealServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/// The demo service twice over, on platform and on virtual threads, behind a real HAProxy that sends all to the first,
/// with load through it.
final class SplitShop implements AutoCloseable {

    private static final String PATH = "/api/users";
    private static final int READY_SECONDS = 120;
    private static final int WARM_SECONDS = 5;
    private static final int WARM_RATE = 40;

    private final Path folder;
    private final List<Process> processes = new ArrayList<>();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final List<Thread> loads = new ArrayList<>();
    private final int logPort = Ports.free();
    private final List<RealServer> proxies = new ArrayList<>();
    /// Ends them too where the JVM of the test is ended.
    private final Thread end = new Thread(() -> processes.forEach(Process::destroy));

    /// @param jdk home of the JDK that both run on
    /// @param canaryPool connections of the canary's pool; the baseline has 20, each held for 100 ms a request
    /// @param rate requests a second through HAProxy
    SplitShop(Path folder, String jdk, int canaryPool, int rate) throws Exception {
        this.folder = folder;
        Runtime.getRuntime().addShutdownHook(end);
        try {
            begin(jdk, canaryPool, rate);
        } catch (Exception | AssertionError e) {
            close();
            throw e;
        }
    }

    private void begin(String jdk, int canaryPool, int rate) throws Exception {
        Path java = Path.of(jdk, "bin", "java");
        Process backstage = start(
                "backstage",
                Map.of(),
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        HeddleRun.ROOT
                                .resolve("demo/backstage/target/heddle-backstage.jar")
                                .toString(),
                        "--work",
                        folder.toString(),
                        "--until-eof"));
        JsonNode stage = awaitJson(backstage);
        JsonNode postgres = stage.path("postgres");
        Map<String, String> environment = Map.of(
                "DB_URL", postgres.path("url").asText(),
                "DB_USER", postgres.path("user").asText(),
                "DB_PASSWORD", postgres.path("password").asText(),
                "QUOTES_URL", stage.path("downstream").path("url").asText());
        int platform = service(java, environment, "platform", false, 20);
        int virtual = service(java, environment, "virtual", true, canaryPool);
        for (int port : List.of(platform, virtual)) {
            awaitReady(port);
        }
        // Both at once: an arm that is warm and one that is cold are not compared.
        Thread one = Thread.ofVirtual().start(() -> load(platform, WARM_RATE, WARM_SECONDS));
        load(virtual, WARM_RATE, WARM_SECONDS);
        one.join();
        int front = Ports.free();
        proxies.add(RealServer.start(
                RealServer.Kind.HAPROXY,
                folder.resolve("haproxy"),
                """
                global
                    stats socket %1$s mode 600 level admin
                    log 127.0.0.1:%5$d format raw local0
                defaults
                    mode http
                    timeout connect 5s
                    timeout client 60s
                    timeout server 60s
                frontend in
                    bind 127.0.0.1:%2$d
                    log global
                    log-format '{"t":%%Ts.%%ms,"ms":%%Ta,"status":%%ST,"arm":"%%s"}'
                    default_backend shop
                backend shop
                    server platform 127.0.0.1:%3$d weight 100
                    server virtual 127.0.0.1:%4$d weight 0
                """.formatted(socket(), front, platform, virtual, logPort),
                front));
        loads.add(Thread.ofPlatform().daemon().start(() -> load(front, rate, 3_600)));
    }

    /// HAProxy's admin socket.
    Path socket() {
        return folder.resolve("admin.sock");
    }

    /// Where HAProxy sends its log, as a source of Heddle's.
    String source(String server) {
        return "haproxy-udp:127.0.0.1:" + logPort + "#" + server;
    }

    private int service(Path java, Map<String, String> environment, String name, boolean virtual, int pool)
            throws IOException {
        int port = Ports.free();
        start(
                name,
                environment,
                List.of(
                        java.toString(),
                        "-Xmx256m",
                        "-jar",
                        HeddleRun.ROOT
                                .resolve("demo/service/target/heddle-demo.jar")
                                .toString(),
                        "--server.port=" + port,
                        "--server.address=127.0.0.1",
                        "--spring.threads.virtual.enabled=" + virtual,
                        "--spring.datasource.hikari.maximum-pool-size=" + pool));
        return port;
    }

    private Process start(String name, Map<String, String> environment, List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(folder.resolve(name + ".out").toFile())
                .redirectError(folder.resolve(name + ".err").toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    private JsonNode awaitJson(Process backstage) throws Exception {
        Path out = folder.resolve("backstage.out");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
        while (!Files.readString(out).endsWith("\n")) {
            if (!backstage.isAlive() || System.nanoTime() > deadline) {
                throw new AssertionError("no backstage: " + Files.readString(folder.resolve("backstage.err")));
            }
            Thread.sleep(50);
        }
        return new ObjectMapper().readTree(Files.readString(out));
    }

    private void awaitReady(int port) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
        while (!ask(port)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not ready:\n" + Files.readString(folder.resolve("platform.out"))
                        + Files.readString(folder.resolve("virtual.out")));
            }
            Thread.sleep(200);
        }
    }

    /// Open loop, as many users make it: they come by chance, and a slow answer delays no other request.
    private void load(int port, int rate, int seconds) {
        Random chance = new Random(port);
        long due = System.nanoTime();
        try {
            for (long i = 0; i < (long) rate * seconds; i++) {
                due += (long) (TimeUnit.SECONDS.toNanos(1) * chance.nextExponential() / rate);
                TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                Thread.ofVirtual().start(() -> ask(port));
            }
        } catch (InterruptedException e) {
            // enough
        }
    }

    private boolean ask(int port) {
        try {
            return client.send(
                                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + PATH))
                                            .timeout(Duration.ofSeconds(60))
                                            .build(),
                                    BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() throws InterruptedException {
        loads.forEach(Thread::interrupt);
        for (Thread load : loads) {
            load.join();
        }
        proxies.forEach(RealServer::close);
        for (Process process : processes.reversed()) {
            process.destroy();
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
        }
        client.shutdownNow();
        Runtime.getRuntime().removeShutdownHook(end);
    }
}
