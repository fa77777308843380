package io.heddle.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Real servers, each in a process of its own, on the newest and on the oldest JDK.
@Tag("slow")
final class ServersIT {

    private static final int REQUESTS = 20;

    @TempDir
    Path folder;

    /// A server on a JDK.
    ///
    /// @param name folder of its jars
    /// @param jar beginning of the name of the jar whose version is the server's
    /// @param main program that runs it
    /// @param names how its request threads' names begin
    /// @param threads size of its pool
    /// @param reserved threads of it that run no requests
    record Server(String name, String jar, Jdk jdk, String main, String names, int threads, int reserved) {

        String version() throws IOException {
            try (Stream<Path> jars = Files.list(Path.of(System.getProperty("heddle.servers"), name))) {
                String file = jars.map(path -> path.getFileName().toString()).filter(path -> path.startsWith(jar)).findFirst().orElseThrow();
                return file.substring(jar.length(), file.length() - ".jar".length());
            }
        }

        TargetProcess.Plan plan(String agent) {
            return new TargetProcess.Plan(jdk, agent, name, main);
        }
    }

    static List<Server> servers() {
        List<Server> servers = new ArrayList<>();
        for (Jdk jdk : Jdk.values()) {
            for (String version : List.of("8.5", "9-old", "9", "10", "11")) {
                servers.add(new Server("tomcat-" + version, "tomcat-embed-core-", jdk, "io.heddle.agent.program.TomcatProgram",
                        "http-nio-127.0.0.1-auto-1-exec-", 200, 0));
            }
            for (String version : List.of("12.0", "12.1")) {
                servers.add(new Server("jetty-" + version, "jetty-server-", jdk, "io.heddle.agent.program.JettyProgram", "jetty-pool-",
                        40, Math.max(1, Math.min(4, cores() / 8)) + selectors(40)));
            }
        }
        return servers;
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    /// As Jetty's `SelectorManager` chooses them: half the cores, at most a sixteenth of the pool, at least one.
    private static int selectors(int pool) {
        return Math.max(1, Math.min(cores() / 2, pool / 16));
    }

    @ParameterizedTest
    @MethodSource("servers")
    void flips_every_request_and_keeps_the_names(Server server) throws Exception {
        try (TargetProcess target = TargetProcess.start(server.plan("mode=flip"), folder)) {
            for (int i = 0; i < REQUESTS; i++) {
                String answer = target.get("/");
                assertTrue(answer.startsWith("virtual " + server.names()), answer);
            }
            assertEquals(0, target.end(), target.err());
            ResultLines result = target.result();
            assertEquals(REQUESTS, result.virtual());
            assertEquals(0, result.platform());
            expectServer(server, result, server.main().contains("Tomcat") ? "tomcat-executor" : "jetty-executor", server.threads());
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void leaves_every_request_where_it_is_when_it_only_observes(Server server) throws Exception {
        try (TargetProcess target = TargetProcess.start(server.plan("mode=observe"), folder)) {
            for (int i = 0; i < REQUESTS; i++) {
                String answer = target.get("/");
                assertTrue(answer.startsWith("platform " + server.names()), answer);
            }
            assertEquals(0, target.end(), target.err());
            ResultLines result = target.result();
            assertEquals(0, result.virtual());
            assertEquals(REQUESTS, result.platform());
            expectServer(server, result, "", server.threads());
        }
    }

    static List<Server> oneOfEachFamily() {
        return servers().stream().filter(server -> server.jdk() == Jdk.NEWEST)
                .filter(server -> List.of("tomcat-9-old", "tomcat-11", "jetty-12.1").contains(server.name())).toList();
    }

    @ParameterizedTest
    @MethodSource("oneOfEachFamily")
    void gives_a_platform_arm_as_many_threads_as_it_is_told(Server server) throws Exception {
        int threads = 5 + server.reserved();
        try (TargetProcess target = TargetProcess.start(server.plan("mode=observe,threads=" + threads), folder)) {
            Set<String> names = new HashSet<>(target.getAtOnce("/sleep/100", REQUESTS));
            assertTrue(names.size() <= 5, names.toString());
            assertEquals(0, target.end(), target.err());
            expectServer(server, target.result(), "", threads);
        }
    }

    private static void expectServer(Server server, ResultLines result, String flippedBy, int threads) throws IOException {
        List<JsonNode> lines = result.of("server");
        assertEquals(1, lines.size(), result.all().toString());
        JsonNode line = lines.getFirst();
        assertEquals(server.main().contains("Tomcat") ? "Tomcat" : "Jetty", line.path("name").asText());
        assertEquals(server.version(), line.path("version").asText());
        assertEquals(threads, line.path("threads").asInt());
        assertEquals(server.reserved(), line.path("reserved").asInt());
        assertEquals(flippedBy, line.path("flippedBy").asText());
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void counts_each_undertow_request_once_where_its_handler_ends(Jdk jdk) throws Exception {
        TargetProcess.Plan plan = new TargetProcess.Plan(jdk, "mode=observe", "undertow", "io.heddle.agent.program.UndertowProgram");
        try (TargetProcess target = TargetProcess.start(plan, folder)) {
            for (int i = 0; i < REQUESTS; i++) {
                assertTrue(target.get("/").startsWith("platform "));
            }
            assertEquals(0, target.end(), target.err());
            assertEquals(REQUESTS, target.result().platform() + target.result().virtual());
            JsonNode line = target.result().of("server").getFirst();
            assertEquals("Undertow", line.path("name").asText());
            assertEquals(7, line.path("threads").asInt());
        }
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void leaves_the_endpoint_alone_that_waits_for_events_on_its_own_pool(Jdk jdk) throws Exception {
        TargetProcess.Plan plan = new TargetProcess.Plan(jdk, "mode=flip", "tomcat-9", "io.heddle.agent.program.TomcatProgram",
                "org.apache.coyote.http11.Http11Nio2Protocol");
        try (TargetProcess target = TargetProcess.start(plan, folder)) {
            assertTrue(target.get("/").startsWith("platform "));
            assertEquals(0, target.end(), target.err());
            assertEquals("", target.result().of("server").getFirst().path("flippedBy").asText());
        }
    }
}
