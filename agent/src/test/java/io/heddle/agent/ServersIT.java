package io.heddle.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Real servers, each in a process of its own, on the newest and on the oldest JDK.
@Tag("slow")
final class ServersIT {

    private static final int REQUESTS = 20;

    /// Tomcat up to 9.0.73 holds its carrier for each request on JDK 21: eight carriers keep the test from waiting
    /// for two. The others are from Tomcat's own start script, without which the old ones cannot stop.
    private static final List<String> OPTIONS = List.of(
            "-Djdk.virtualThreadScheduler.parallelism=8",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-opens=java.rmi/sun.rmi.transport=ALL-UNNAMED");

    @TempDir
    Path folder;

    static Stream<Arguments> always() {
        return pairs(Server::always);
    }

    static Stream<Arguments> rest() {
        return pairs(server -> !server.always());
    }

    private static Stream<Arguments> pairs(Predicate<Server> wanted) {
        return Server.all().stream()
                .filter(wanted)
                .flatMap(server -> Stream.of(Jdk.values()).map(jdk -> Arguments.of(server, jdk)));
    }

    @ParameterizedTest
    @MethodSource("always")
    void flips_every_request_and_keeps_all_else(Server server, Jdk jdk) throws Exception {
        flipsAndKeeps(server, jdk);
    }

    @ParameterizedTest
    @Tag("long")
    @MethodSource("rest")
    void flips_every_request_of_the_other_versions(Server server, Jdk jdk) throws Exception {
        flipsAndKeeps(server, jdk);
    }

    private void flipsAndKeeps(Server server, Jdk jdk) throws Exception {
        try (TargetProcess flipped = start(server, jdk, "mode=flip");
                TargetProcess observed = start(server, jdk, "mode=observe");
                ExecutorService both = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < REQUESTS; i++) {
                // half of them for the fifth path, the others for none
                String virtual = i % 2 == 0 ? flipped.get("/", "5") : flipped.get("/", "0");
                assertTrue(virtual.startsWith("virtual " + server.names()), virtual);
                String platform = observed.get("/");
                assertTrue(platform.startsWith("platform " + server.names()), platform);
            }
            observed.get("/", "255");
            List<String> answers = answers(observed);
            assertEquals(answers, answers(flipped));
            List<Future<String>> ends = both.invokeAll(List.of(() -> stopped(observed), () -> stopped(flipped)));
            assertEquals(ends.getFirst().get(), ends.getLast().get());
            // Undertow's are counted where their handler returns, and one that cannot send its answer
            // throws
            long requests = REQUESTS + answers.size() + (server.title().equals("Undertow") ? 0 : 1);
            assertEquals(
                    List.of(requests, 0L),
                    List.of(flipped.result().virtual(), flipped.result().platform()));
            assertEquals(Map.of(5, REQUESTS / 2), flipped.result().served());
            assertEquals(Map.of(255, 1), observed.result().served());
            assertEquals(
                    List.of(0L, requests + 1),
                    List.of(observed.result().virtual(), observed.result().platform()));
            // Tomcat 8.5.0 tells the size of no other pool than its own
            expectServer(
                    server,
                    jdk,
                    flipped.result(),
                    server.flippedBy(),
                    server.toString().equals("Tomcat 8.5.0") ? 0 : server.threads());
            expectServer(server, jdk, observed.result(), "", server.threads());
        }
    }

    /// What becomes of a request that is in flight when the server is told to stop: of its answer, and of its
    /// work.
    private static String stopped(TargetProcess target) throws Exception {
        CompletableFuture<String> inFlight = target.getLater("/sleep/1500").orTimeout(20, TimeUnit.SECONDS);
        Waiting.until(() -> target.out().contains("sleeps\n"), () -> target.out() + target.err());
        assertEquals(0, target.end(), target.err());
        String answer = inFlight.handle((body, failure) -> failure == null ? "a whole answer" : "no answer")
                .join();
        assertTrue(target.out().contains("worked to its end"), target.out());
        return answer + target.out().replaceFirst("(?s).*sleeps", "");
    }

    /// Status, headers and body of each kind of request, but for dates.
    private static List<String> answers(TargetProcess target) {
        return List.of(
                target.exchange("/echo", "x".repeat(100_000)),
                target.exchange("/echo", ""),
                target.exchange("/stream", ""),
                target.exchange("/later", ""),
                target.exchange("/again", ""),
                target.exchange("/missing", ""));
    }

    static Stream<Server> oneOfEachFamily() {
        return Server.all().stream()
                .filter(server -> server.argument().isEmpty()
                        && List.of("tomcat-9-old", "tomcat-11", "jetty-12.1").contains(server.folder()));
    }

    @ParameterizedTest
    @MethodSource("oneOfEachFamily")
    void gives_a_platform_arm_as_many_threads_as_it_is_told(Server server) throws Exception {
        int threads = 5 + server.reserved();
        try (TargetProcess target = start(server, Jdk.NEWEST, "mode=observe,threads=" + threads)) {
            Set<String> names = new HashSet<>(target.getAtOnce("/sleep/100", REQUESTS));
            assertTrue(names.size() <= 5, names.toString());
            assertEquals(0, target.end(), target.err());
            expectServer(server, Jdk.NEWEST, target.result(), "", threads);
        }
    }

    static Stream<Arguments> limited() {
        return pairs(server -> server.isLimited() && server.always());
    }

    static Stream<Arguments> limitedRest() {
        return pairs(server -> server.isLimited() && !server.always());
    }

    @ParameterizedTest
    @MethodSource("limited")
    void lets_in_as_many_requests_as_it_is_told_and_refuses_the_rest(Server server, Jdk jdk) throws Exception {
        letsInAndRefuses(server, jdk);
    }

    @ParameterizedTest
    @Tag("long")
    @MethodSource("limitedRest")
    void lets_in_as_many_requests_of_the_other_versions(Server server, Jdk jdk) throws Exception {
        letsInAndRefuses(server, jdk);
    }

    @ParameterizedTest
    @MethodSource("limited")
    void a_request_that_is_dispatched_once_more_does_not_wait_for_its_own_permit(Server server, Jdk jdk)
            throws Exception {
        try (TargetProcess target = start(server, jdk, "mode=flip,limit=1")) {
            String again = target.exchange("/again", "");
            assertTrue(again.startsWith("200 ") && again.endsWith("\nback\n"), again);
            assertEquals(0, target.end(), target.err());
        }
    }

    private void letsInAndRefuses(Server server, Jdk jdk) throws Exception {
        try (TargetProcess target = start(server, jdk, "mode=flip,limit=2")) {
            assertTrue(target.get("/").startsWith("virtual "));
            List<Integer> statuses = target.statusesAtOnce("/sleep/500", REQUESTS);
            assertEquals(4, statuses.stream().filter(status -> status == 200).count(), statuses.toString());
            assertEquals(
                    REQUESTS - 4,
                    statuses.stream().filter(status -> status == 503).count(),
                    statuses.toString());
            assertTrue(target.get("/").startsWith("virtual "), "the permits are given back");
            assertEquals(0, target.end(), target.err());
            assertEquals(
                    2,
                    target.result().of("tick").stream()
                            .mapToInt(tick -> tick.path("running").asInt())
                            .max()
                            .orElseThrow());
            assertEquals(0, target.result().of("tick").getLast().path("running").asInt());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "tomcat-11, TomcatProgram, HTTP/1.1 7, http-nio-127.0.0.1-auto-1",
        "tomcat-9, TomcatProgram, shared 7, shared-exec-",
        "jetty-12.1, JettyProgram, 7, jetty-pool"
    })
    void says_that_a_server_asks_for_a_priority(String server, String program, String arguments, String pool)
            throws Exception {
        List<String> command = Stream.concat(
                        Stream.of("io.heddle.agent.program." + program), Stream.of(arguments.split(" ")))
                .toList();
        TargetProcess.Plan plan =
                new TargetProcess.Plan(Jdk.NEWEST, "mode=flip", server, command.toArray(String[]::new));
        try (TargetProcess target = TargetProcess.start(plan, folder)) {
            assertTrue(target.get("/").startsWith("virtual "));
            assertEquals(0, target.end(), target.err());
            assertEquals(
                    List.of("the server's pool '" + pool + "' sets a thread priority of 7: virtual threads have none"),
                    target.result().of("note").stream()
                            .map(note -> note.path("text").asText())
                            .toList());
        }
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void leaves_the_endpoint_alone_that_waits_for_events_on_its_own_pool(Jdk jdk) throws Exception {
        TargetProcess.Plan plan = new TargetProcess.Plan(
                jdk,
                "mode=flip",
                "tomcat-9",
                "io.heddle.agent.program.TomcatProgram",
                "org.apache.coyote.http11.Http11Nio2Protocol");
        try (TargetProcess target = TargetProcess.start(plan, folder)) {
            assertTrue(target.get("/").startsWith("platform "));
            assertEquals(0, target.end(), target.err());
            assertEquals(
                    "",
                    target.result().of("server").getFirst().path("flippedBy").asText());
        }
    }

    private TargetProcess start(Server server, Jdk jdk, String agent) throws IOException {
        Path own = Files.createDirectories(folder.resolve(agent.replaceAll("[^a-z]", "-")));
        TargetProcess.Plan plan =
                new TargetProcess.Plan(jdk, agent, server.folder(), "io.heddle.agent.program." + server.program());
        List<String> command = server.argument().isEmpty()
                ? plan.command()
                : List.of(plan.command().getFirst(), server.argument());
        List<Path> path = plan.classPath();
        if (server.program().equals("JettyServletProgram")) {
            path = Stream.concat(
                            path.stream(),
                            Stream.of(ServletPrograms.compiled(
                                    server.program(), server.folder().equals("jetty-11"), server.folder())))
                    .toList();
        }
        return TargetProcess.start(new TargetProcess.Plan(jdk, agent, OPTIONS, path, command), own);
    }

    private static void expectServer(Server server, Jdk jdk, ResultLines result, String flippedBy, int threads)
            throws IOException {
        List<JsonNode> lines = result.of("server");
        assertEquals(1, lines.size(), result.all().toString());
        JsonNode line = lines.getFirst();
        assertEquals(server.title(), line.path("name").asText());
        if (server.folder().isEmpty()) {
            assertTrue(line.path("version").asText().startsWith(jdk == Jdk.OLDEST ? "21." : "2"), line.toString());
        } else {
            String told = line.path("version").asText();
            assertTrue(told.equals(server.version()) || told.startsWith(server.version() + "."), server + ": " + line);
        }
        assertEquals(flippedBy, line.path("flippedBy").asText(), result.all().toString());
        assertEquals(threads, line.path("threads").asInt());
        assertEquals(server.reserved(), line.path("reserved").asInt(), line.toString());
    }
}
