package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a race can be asked for beside its usual plan, each in a real one.
@Tag("slow")
class RaceOptionsIT {

    private static final Path SERVICE = HeddleRun.ROOT.resolve("demo/faults/target/heddle-faults.jar");
    private static final String LISTENS = "0A";

    @TempDir
    private Path folder;

    @AfterEach
    void noOrphans() throws Exception {
        HeddleRun.assertNoneAlive(SERVICE.toString());
        HeddleRun.assertNoneAlive(folder.toString());
    }

    /// 30 threads, some of them Jetty's own, and 100 ms: at most 300/s, whatever the rate. Requests that wait for
    /// a virtual thread do not.
    @Test
    @Tag("long")
    void theCapacityOfEachArm() throws Exception {
        HeddleRun.Ended ended = race(
                        List.of(
                                "--quick",
                                "--connections",
                                "60",
                                "--duration",
                                "1s",
                                "--repetitions",
                                "1",
                                "--capacity",
                                "p50<150ms",
                                "--before-trial",
                                "echo again >>" + folder.resolve("calls")),
                        "fine --threads=30 --millis=100")
                .exits(0);
        JsonNode capacity = ended.json("race.json").path("capacities").path(0);
        assertEquals("p50<150ms", capacity.path("objective").asText(), ended.out());
        JsonNode platform = search(capacity, "platform");
        JsonNode virtual = search(capacity, "virtual");
        assertTrue(
                platform.path("met").asDouble() > 100 && platform.path("met").asDouble() <= 300,
                platform.toPrettyString());
        assertTrue(
                platform.path("missed").asDouble() <= 1.1 * platform.path("met").asDouble(), platform.toPrettyString());
        assertTrue(virtual.path("met").asDouble() > 300, virtual.toPrettyString());
        int windows = platform.path("steps").size() + virtual.path("steps").size();
        assertTrue(Files.readAllLines(folder.resolve("calls")).size() >= windows, windows + " windows");
        assertTrue(ended.out().contains("p50<150ms up to"), ended.out());
    }

    /// A Tomcat that takes 40 connections and lets 10 wait: for its rate the search asks for more.
    @Test
    @Tag("long")
    void aSearchGoesOnWithTheConnectionsThatTheTargetAccepts() throws Exception {
        HeddleRun.Ended ended = HeddleRun.start(
                        folder,
                        List.of(
                                "race",
                                ServiceUnderTest.jar("boot-3.5").toString(),
                                "--path",
                                "/sleep?ms=20",
                                "--connections",
                                "20",
                                "--quick",
                                "--duration",
                                "1s",
                                "--repetitions",
                                "1",
                                "--capacity",
                                "p99<200ms",
                                "--json",
                                "race.json",
                                "--html",
                                "race.html",
                                "--",
                                "--server.port={port}",
                                "--server.tomcat.max-connections=40",
                                "--server.tomcat.accept-count=10"))
                .await()
                .exits(0);
        JsonNode capacity = ended.json("race.json").path("capacities").path(0);
        for (String arm : List.of("platform", "virtual")) {
            JsonNode search = search(capacity, arm);
            assertTrue(search.path("met").asDouble() > 300, search.toPrettyString());
        }
        assertTrue(
                ended.err().contains("accepted only") && ended.err().contains("the search goes on with"), ended.err());
    }

    @Test
    void aMixIsSentAsItsFileSays() throws Exception {
        Path file = Files.writeString(folder.resolve("requests.jsonl"), """
                {"method": "POST", "path": "/orders", "body": {"item": 7}, "headers": {"X-Shop": "north"}, "cookies": {"session": "s-1"}, "weight": 3}
                {"path": "/orders/7"}
                """);
        Map<String, Integer> platform = new ConcurrentHashMap<>();
        Map<String, Integer> virtual = new ConcurrentHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            HttpServer one = serve(threads, platform);
            HttpServer other = serve(threads, virtual);
            HeddleRun.Ended ended = HeddleRun.run(
                    folder,
                    "race",
                    "--platform-url",
                    url(one),
                    "--virtual-url",
                    url(other),
                    "--requests",
                    file.toString(),
                    "--connections",
                    "10",
                    "--duration",
                    "300ms",
                    "--repetitions",
                    "1",
                    "--quick",
                    "--rate",
                    "50",
                    "--bystander",
                    "none",
                    "--json",
                    "race.json",
                    "--html",
                    "race.html");
            one.stop(0);
            other.stop(0);
            ended.exits(0);
        }
        for (Map<String, Integer> seen : List.of(platform, virtual)) {
            int posts = seen.getOrDefault("POST /orders {\"item\":7} application/json north session=s-1", 0);
            int gets = seen.getOrDefault("GET /orders/7  null null null", 0);
            assertEquals(
                    Set.of(
                            "POST /orders {\"item\":7} application/json north session=s-1",
                            "GET /orders/7  null null null"),
                    seen.keySet());
            assertTrue(posts > 2.5 * gets && posts < 3.5 * gets, seen.toString());
        }
    }

    /// Two races at once: what half of the cores does is enough for either.
    @Test
    void itEndsWhenItIsSureEnoughAndTheTargetHasItsCoresAndAThirdArmItsThreads() throws Exception {
        HeddleRun until = start(
                Files.createDirectory(folder.resolve("until")),
                List.of("--connections", "20", "--rate", "50", "--duration", "300ms", "--quick", "--until", "50%"),
                "fine --millis=50");
        HeddleRun third = start(
                Files.createDirectory(folder.resolve("third")),
                List.of(
                        "--connections",
                        "60",
                        "--rate",
                        "50",
                        "--duration",
                        "300ms",
                        "--quick",
                        "--repetitions",
                        "1",
                        "--cpus",
                        "1",
                        "--also-threads",
                        "80"),
                "fine --threads=30 --millis=100");
        HeddleRun.Ended sure = until.await();
        HeddleRun.Ended more = third.await();
        endedWhenItWasSureEnough(sure.exits(0).json("race.json"));
        hadItsCoresAndThreads(more.exits(0).json("race.json"));
    }

    private static void endedWhenItWasSureEnough(JsonNode race) {
        assertTrue(
                race.path("target").path("notes").toString().contains("stopped after 3 JVMs an arm"),
                race.path("target").toPrettyString());
        assertEquals(
                3,
                race.path("trials")
                        .valueStream()
                        .mapToInt(trial -> trial.path("repetition").asInt())
                        .max()
                        .orElse(0));
    }

    private static void hadItsCoresAndThreads(JsonNode race) {
        assertEquals(
                Set.of("platform", "virtual", "platform-of-80"),
                new HashSet<>(race.path("trials")
                        .valueStream()
                        .map(trial -> trial.path("arm").asText())
                        .toList()));
        JsonNode more = race.path("trials")
                .valueStream()
                .filter(trial -> trial.path("arm").asText().equals("platform-of-80")
                        && trial.path("load").path("kind").asText().equals("closed"))
                .findFirst()
                .orElseThrow();
        assertTrue(
                more.path("throughput").asDouble() > 310
                        && more.path("virtualShare").asDouble() == 0,
                more.toPrettyString());
        assertTrue(
                race.path("target").path("notes").toString().contains("core"),
                race.path("target").toPrettyString());
        race.path("trials")
                .forEach(trial -> assertTrue(
                        trial.path("cpuSeconds").asDouble()
                                <= 1.1 * trial.path("seconds").asDouble(),
                        trial.toPrettyString()));
    }

    /// Every socket that Heddle itself, its supervisor and the target's agent listen on. The target's own port is
    /// its own affair; this one binds to loopback.
    @Test
    void nothingListensBeyondLoopback() throws Exception {
        Assumptions.assumeTrue(Files.isReadable(Path.of("/proc/net/tcp")), "this system does not tell who listens");
        HeddleRun heddle = start(
                List.of("--connections", "20", "--rate", "50", "--duration", "3s", "--quick", "--repetitions", "1"),
                "fine --millis=50");
        heddle.awaitSaid("at 20");
        Set<String> sockets = new HashSet<>(Stream.concat(
                        Stream.of(heddle.process().toHandle()), heddle.process().descendants())
                .flatMap(process -> sockets(process.pid()).stream())
                .toList());
        List<String> listening = new ArrayList<>();
        for (String table : List.of("tcp", "tcp6")) {
            for (String line : Files.readAllLines(Path.of("/proc/net", table))) {
                String[] columns = line.strip().split("\\s+");
                if (columns[3].equals(LISTENS) && sockets.contains("socket:[" + columns[9] + "]")) {
                    listening.add(columns[1]);
                }
            }
        }
        heddle.process().destroy();
        heddle.await();
        assertTrue(!listening.isEmpty(), "the target's port was not seen");
        assertEquals(
                List.of(),
                listening.stream()
                        .filter(address -> !address.startsWith("0100007F:")
                                && !address.startsWith("0000000000000000FFFF00000100007F:")
                                && !address.startsWith("00000000000000000000000001000000:"))
                        .toList());
    }

    private static List<String> sockets(long pid) {
        List<String> open = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of("/proc", String.valueOf(pid), "fd"))) {
            for (Path file : files.toList()) {
                open.add(
                        Files.isSymbolicLink(file)
                                ? Files.readSymbolicLink(file).toString()
                                : "");
            }
        } catch (IOException gone) {
            return open;
        }
        return open;
    }

    private static JsonNode search(JsonNode capacity, String arm) {
        return capacity.path("searches")
                .valueStream()
                .filter(search -> search.path("arm").asText().equals(arm))
                .findFirst()
                .orElseThrow();
    }

    private static HttpServer serve(ExecutorService threads, Map<String, Integer> seen) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> answer(exchange, seen));
        server.start();
        return server;
    }

    private static void answer(HttpExchange exchange, Map<String, Integer> seen) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String request = String.join(
                " ",
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                body,
                exchange.getRequestHeaders().getFirst("Content-Type"),
                exchange.getRequestHeaders().getFirst("X-Shop"),
                exchange.getRequestHeaders().getFirst("Cookie"));
        seen.merge(request, 1, Integer::sum);
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    private static String url(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private HeddleRun.Ended race(List<String> options, String behaviour) throws Exception {
        return start(options, behaviour).await();
    }

    private HeddleRun start(List<String> options, String behaviour) throws Exception {
        return start(folder, options, behaviour);
    }

    private static HeddleRun start(Path folder, List<String> options, String behaviour) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "race",
                SERVICE.toString(),
                "--ready",
                "30s",
                "--timeout",
                "5s",
                "--json",
                "race.json",
                "--html",
                "race.html"));
        arguments.addAll(options);
        arguments.add("--");
        arguments.addAll(List.of(behaviour.split(" ")));
        return HeddleRun.start(folder, arguments);
    }
}
