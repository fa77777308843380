package io.heddle.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Real frameworks that are no servlet servers, each in a process of its own.
@Tag("slow")
final class FrameworksIT {

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void flips_the_services_of_grpc(Jdk jdk) throws Exception {
        try (TargetProcess target = run(jdk, "mode=flip", "grpc")) {
            assertEquals(
                    20,
                    target.out()
                            .lines()
                            .filter(line -> line.startsWith("virtual grpc-default-executor-"))
                            .count(),
                    target.out());
            assertEquals(
                    List.of(20L, 0L),
                    List.of(target.result().virtual(), target.result().platform()));
            JsonNode server = target.result().of("server").getFirst();
            assertEquals(
                    "gRPC " + Server.version("grpc") + " thread-pool",
                    server.path("name").asText() + " " + server.path("version").asText() + " "
                            + server.path("flippedBy").asText());
        }
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void flips_the_futures_and_agents_of_clojure(Jdk jdk) throws Exception {
        try (TargetProcess target = run(jdk, "mode=flip", "clojure")) {
            assertEquals(
                    List.of(
                            "future virtual clojure-agent-send-off-pool-0",
                            "send-off virtual clojure-agent-send-off-pool-1",
                            "send virtual clojure-agent-send-pool-0"),
                    target.out()
                            .lines()
                            .limit(3)
                            .map(line ->
                                    line.replaceAll("(off-pool-)[0-9]+", line.startsWith("future") ? "$10" : "$11"))
                            .toList());
        }
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void flips_the_io_dispatcher_of_kotlin_and_keeps_its_bound(Jdk jdk) throws Exception {
        try (TargetProcess target = run(jdk, "mode=flip", "kotlin")) {
            assertEquals(
                    "[virtual DefaultDispatcher-worker-] at most 64",
                    target.out()
                            .lines()
                            .filter(line -> line.startsWith("["))
                            .findFirst()
                            .orElse(target.out()));
            assertEquals("applied", target.result().hook("kotlin-io"));
        }
    }

    @ParameterizedTest
    @CsvSource({"OLDEST, pekko", "NEWEST, pekko", "OLDEST, akka", "NEWEST, akka"})
    void flips_the_blocking_dispatcher_of_actors(Jdk jdk, String framework) throws Exception {
        try (TargetProcess target = run(jdk, "mode=flip", framework)) {
            assertEquals(
                    20,
                    target.out()
                            .lines()
                            .filter(line -> line.startsWith(
                                    "virtual heddle-" + framework + ".actor.default-blocking-io-dispatcher-"))
                            .count(),
                    target.out());
        }
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void sees_that_helidon_has_virtual_threads_by_itself(Jdk jdk) throws Exception {
        try (TargetProcess target = start(jdk, "mode=observe", "helidon")) {
            assertTrue(target.get("/").startsWith("virtual "));
            assertEquals(0, target.end(), target.err());
            assertEquals(
                    List.of(1L, 0L),
                    List.of(target.result().virtual(), target.result().platform()));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "reactor-netty; OLDEST; Reactor Netty; reactor.netty.; reactor.netty.resources.DefaultLoopResources$EventLoop",
                "reactor-netty; NEWEST; Reactor Netty; reactor.netty.; reactor.netty.resources.DefaultLoopResources$EventLoop",
                "vertx; OLDEST; Vert.x; io.vertx.; io.vertx.core.impl.VertxThread",
                "vertx; NEWEST; Vert.x; io.vertx.; io.vertx.core.impl.VertxThread",
                "netty; OLDEST; Netty; io.heddle.agent.program.NettyServer$Connection; io.netty.util.concurrent.FastThreadLocalThread",
                "netty; NEWEST; Netty; io.heddle.agent.program.NettyServer$Connection; io.netty.util.concurrent.FastThreadLocalThread"
            })
    void names_the_event_loop_that_requests_run_on(String framework, Jdk jdk, String server, String by, String thread)
            throws Exception {
        try (TargetProcess target = start(jdk, "mode=flip", framework)) {
            assertTrue(target.get("/").startsWith("platform "));
            assertEquals(0, target.end(), target.err());
            List<JsonNode> loops = target.result().of("event-loop");
            assertEquals(1, loops.size(), target.result().all().toString());
            JsonNode loop = loops.getFirst();
            assertEquals(server, loop.path("server").asText());
            assertTrue(loop.path("class").asText().startsWith(by), loop.toString());
            assertEquals(thread, loop.path("threadClass").asText());
            assertEquals(0, target.result().virtual() + target.result().platform());
        }
    }

    private TargetProcess run(Jdk jdk, String agent, String framework) throws Exception {
        TargetProcess target = start(jdk, agent, framework);
        Waiting.until(() -> target.out().contains("done"), () -> target.out() + target.err());
        assertEquals(0, target.end(), target.err());
        return target;
    }

    private TargetProcess start(Jdk jdk, String agent, String framework) throws Exception {
        return TargetProcess.start(
                TargetProcess.Plan.withTestJars(jdk, agent, "io.heddle.agent.program.FrameworkProgram", framework),
                folder);
    }
}
