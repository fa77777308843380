package io.heddle.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the agent tells of pools that lend, against what the program itself measured.
@Tag("slow")
final class LendersIT {

    private static final String PROGRAM = "io.heddle.agent.program.LenderProgram";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "hikari-3, OLDEST, observe",
        "hikari-4, NEWEST, flip",
        "hikari-5, OLDEST, flip",
        "hikari-7, NEWEST, observe"
    })
    void tells_how_long_connections_of_every_hikari_were_held(String hikari, Jdk jdk, String mode) throws Exception {
        ResultLines result = run(
                new TargetProcess.Plan(jdk, "mode=" + mode, hikari, "io.heddle.agent.program.HikariProgram"),
                "HikariCP",
                "orders \"2\"",
                true);
        assertEquals("applied", result.hook("hikari-pool"));
        assertEquals("applied", result.hook("hikari-entry"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "tomcat-jdbc; OLDEST; Tomcat JDBC; orders \"2\"; true",
                "dbcp2; NEWEST; commons-pool2; PoolableConnectionFactory; true",
                "c3p0; OLDEST; c3p0; c3p0; true",
                "agroal; NEWEST; Agroal; Agroal; true",
                "druid; OLDEST; Druid; orders \"2\"; true",
                "r2dbc; OLDEST; Reactor Pool; Reactor Pool; false",
                "bulkhead; NEWEST; Resilience4j bulkhead; orders \"2\"; true",
                "httpclient-4; OLDEST; HttpClient 4; HttpClient 4; false",
                "httpclient-5; NEWEST; HttpClient 5; HttpClient 5; false"
            })
    void tells_how_long_other_pools_lent(String pool, Jdk jdk, String kind, String name, boolean exact)
            throws Exception {
        run(TargetProcess.Plan.withTestJars(jdk, "mode=observe", PROGRAM, pool), kind, name, exact);
    }

    /// On the pool of Commons that DBCP 2 lends from as well, over a real Redis.
    @ParameterizedTest
    @CsvSource({"jedis, NEWEST, JedisFactory", "lettuce, OLDEST, RedisPooledObjectFactory"})
    void tells_how_long_connections_to_redis_were_lent(String client, Jdk jdk, String name) throws Exception {
        run(
                TargetProcess.Plan.withTestJars(jdk, "mode=observe", "io.heddle.agent.program.RedisProgram", client),
                "commons-pool2",
                name,
                true);
    }

    /// @param exact whether the program's own clock stops with the pool's; else it includes the waiting
    private ResultLines run(TargetProcess.Plan plan, String kind, String name, boolean exact) throws Exception {
        try (TargetProcess target = TargetProcess.start(plan, Files.createDirectory(folder.resolve("run")))) {
            Waiting.until(
                    () -> holds(target.result(), kind) == 60 && target.out().contains("held"),
                    () -> target.out() + target.err() + target.result());
            assertEquals(0, target.end(), target.err());
            ResultLines result = target.result();
            List<JsonNode> pools = pools(result, kind);
            // the middle of them: the first of each connection may wait for classes to load, between the
            // pool's clock and the program's
            double told = middleMicros(pools);
            double own = Double.parseDouble(target.out().replaceAll("(?s).*middle (\\d+) ns.*", "$1")) / 1_000;
            if (exact) {
                assertEquals(own, told, own * 0.02 + 1_000, "a hold in microseconds");
            } else {
                assertTrue(told < own, told + " of " + own + " microseconds, which include the waiting");
            }
            double least = pools.stream()
                    .flatMap(pool -> pool.path("holds").valueStream())
                    .mapToDouble(bucket -> bucket.get(0).asDouble())
                    .min()
                    .orElseThrow();
            assertTrue(least >= 49_600, "a hold of 50 ms, told within half a bucket: " + least);
            assertTrue(
                    pools.stream().allMatch(pool -> pool.path("name").asText().equals(name)), pools.toString());
            // a client is made first and given its size then: the agent may look in between
            assertTrue(
                    pools.stream()
                            .filter(pool -> pool.path("active").asInt() > 0)
                            .allMatch(pool -> pool.path("max").asInt() == 2),
                    pools.toString());
            assertEquals(2, most(pools, "active"));
            assertTrue(most(pools, "waiting") >= 1 && most(pools, "waiting") <= 6, pools.toString());
            return result;
        }
    }

    private static List<JsonNode> pools(ResultLines result, String kind) {
        return result.of("tick").stream()
                .flatMap(tick -> tick.path("pools").valueStream())
                .filter(pool -> pool.path("kind").asText().equals(kind))
                .toList();
    }

    private static int most(List<JsonNode> pools, String what) {
        return pools.stream().mapToInt(pool -> pool.path(what).asInt()).max().orElse(0);
    }

    private static long holds(ResultLines result, String kind) {
        return pools(result, kind).stream()
                .flatMap(pool -> pool.path("holds").valueStream())
                .mapToLong(bucket -> bucket.get(1).asLong())
                .sum();
    }

    private static double middleMicros(List<JsonNode> pools) {
        List<Double> holds = new ArrayList<>();
        for (JsonNode pool : pools) {
            for (JsonNode bucket : pool.path("holds")) {
                holds.addAll(
                        Collections.nCopies(bucket.get(1).asInt(), bucket.get(0).asDouble()));
            }
        }
        Collections.sort(holds);
        return holds.get(holds.size() / 2);
    }
}
