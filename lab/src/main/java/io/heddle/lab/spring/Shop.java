package io.heddle.lab.spring;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.heddle.lab.bench.Bench;
import io.heddle.lab.bench.Missing;
import io.heddle.lab.bench.Server;
import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import io.heddle.race.target.OwnedProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// The clone's demo service, Spring Boot and HikariCP, with its PostgreSQL.
final class Shop {

    private static final Duration READY = Duration.ofSeconds(120);

    private Shop() {}

    /// Starts both and waits until the service listens.
    ///
    /// @param arguments Spring's
    /// @throws Missing outside of a clone
    static Server start(Bench bench, List<String> jvm, List<String> arguments) throws InterruptedException {
        Map<String, String> environment = backstage(bench);
        int port = freePort();
        List<String> command =
                new java.util.ArrayList<>(List.of(bench.jdk().java().toString()));
        command.addAll(jvm);
        command.addAll(List.of(
                "-jar",
                jar("demo/service/target/heddle-demo.jar").toString(),
                "--server.port=" + port,
                "--server.address=127.0.0.1"));
        command.addAll(arguments);
        OwnedProcess process = bench.start("shop", command, environment);
        Instant deadline = Instant.now().plus(READY);
        while (process.alive() && Instant.now().isBefore(deadline)) {
            if (listens(port)) {
                return new Server(port, process);
            }
            Thread.sleep(50);
        }
        throw new Failure(
                "the demo service did not start; its last lines: "
                        + process.lastLines(6).replace('\n', ' '),
                "build the clone anew: ./dev test");
    }

    /// The data base, one for all rows.
    private static Map<String, String> backstage(Bench bench) throws InterruptedException {
        Server server = bench.shared("backstage", () -> startBackstage(bench));
        JsonNode postgres = said(server.process());
        return Map.of(
                "DB_URL",
                postgres.path("url").asText(),
                "DB_USER",
                postgres.path("user").asText(),
                "DB_PASSWORD",
                postgres.path("password").asText());
    }

    /// What a row has to say of its data base: empty, or which installed one it is.
    static String remark(Bench bench) throws InterruptedException {
        JsonNode postgres =
                said(bench.shared("backstage", () -> startBackstage(bench)).process());
        return postgres.path("source").asText("embedded").equals("embedded")
                ? ""
                : "PostgreSQL " + postgres.path("version").asText() + ", the installed one";
    }

    private static Server startBackstage(Bench bench) throws InterruptedException {
        OwnedProcess process = bench.start(
                "backstage",
                List.of(
                        Bench.ownJdk().java().toString(),
                        "-Xmx64m",
                        "-jar",
                        jar("demo/backstage/target/heddle-backstage.jar").toString(),
                        "--work",
                        bench.sharedFolder("backstage").toString()),
                Map.of());
        Instant deadline = Instant.now().plus(READY);
        while (process.alive() && Instant.now().isBefore(deadline)) {
            JsonNode postgres = said(process);
            if (postgres.has("url")) {
                return new Server(postgres.path("port").asInt(), process);
            }
            Thread.sleep(50);
        }
        throw new Missing("PostgreSQL did not start: " + process.lastLines(4).replace('\n', ' '));
    }

    /// What the backstage tells of its PostgreSQL; empty before it does.
    private static JsonNode said(OwnedProcess process) {
        JsonMapper mapper = JsonMapper.builder().build();
        try {
            for (String line :
                    Files.exists(process.output()) ? Files.readAllLines(process.output()) : List.<String>of()) {
                if (line.startsWith("{\"postgres\"") && line.endsWith("}")) {
                    return mapper.readTree(line).path("postgres");
                }
            }
            return mapper.nullNode();
        } catch (JsonProcessingException halfWritten) {
            return mapper.nullNode();
        } catch (IOException e) {
            throw new Failure("cannot read " + process.output() + ": " + IoReason.of(e), "check the disk", e);
        }
    }

    private static Path jar(String path) {
        Path jar = Path.of(System.getProperty("heddle.root", "")).resolve(path).toAbsolutePath();
        if (!Files.exists(jar)) {
            throw new Missing("the demo service is not here: it belongs to a clone of Heddle; run ./heddle in one");
        }
        return jar;
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new Failure("no port is free on loopback: " + IoReason.of(e), "end what uses them", e);
        }
    }
}
