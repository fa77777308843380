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

/// What the agent tells of a connection pool, against what the program itself measured.
@Tag("slow")
final class HikariIT {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"hikari-3, OLDEST, observe", "hikari-4, NEWEST, flip", "hikari-5, OLDEST, flip", "hikari-5, NEWEST, observe",
        "hikari-7, NEWEST, observe"})
    void tells_how_long_connections_were_held(String hikari, Jdk jdk, String mode) throws Exception {
        TargetProcess.Plan plan = new TargetProcess.Plan(jdk, "mode=" + mode, hikari, "io.heddle.agent.program.HikariProgram");
        try (TargetProcess target = TargetProcess.start(plan, folder)) {
            Waiting.until(() -> holds(target.result()) == 60, () -> target.out() + target.err() + target.result());
            assertEquals(0, target.end(), target.err());
            ResultLines result = target.result();
            assertEquals("applied", result.hook("hikari-pool"));
            assertEquals("applied", result.hook("hikari-entry"));

            double own = Double.parseDouble(target.out().replaceAll("(?s).*times (\\d+) ns.*", "$1")) / 60 / 1_000;
            double told = meanMicros(result);
            assertEquals(own, told, own * 0.02, "mean hold in microseconds");
            double least = pools(result).stream().flatMap(pool -> pool.path("holds").valueStream())
                    .mapToDouble(bucket -> bucket.get(0).asDouble()).min().orElseThrow();
            assertTrue(least >= 49_600, "a hold of 50 ms, told within half a bucket: " + least);

            List<JsonNode> pools = pools(result);
            assertTrue(pools.stream().allMatch(pool -> pool.path("name").asText().equals("orders \"2\"")), pools.toString());
            assertTrue(pools.stream().allMatch(pool -> pool.path("kind").asText().equals("HikariCP")));
            assertTrue(pools.stream().allMatch(pool -> pool.path("max").asInt() == 2));
            assertEquals(2, most(pools, "active"));
            assertTrue(pools.stream().anyMatch(pool -> pool.path("waiting").asInt() == 4), pools.toString());
            assertTrue(most(pools, "waiting") <= 6, pools.toString());
        }
    }

    private static List<JsonNode> pools(ResultLines result) {
        return result.of("tick").stream().flatMap(tick -> tick.path("pools").valueStream()).toList();
    }

    private static int most(List<JsonNode> pools, String what) {
        return pools.stream().mapToInt(pool -> pool.path(what).asInt()).max().orElse(0);
    }

    private static long holds(ResultLines result) {
        return pools(result).stream().flatMap(pool -> pool.path("holds").valueStream()).mapToLong(bucket -> bucket.get(1).asLong()).sum();
    }

    private static double meanMicros(ResultLines result) {
        double sum = pools(result).stream().flatMap(pool -> pool.path("holds").valueStream())
                .mapToDouble(bucket -> bucket.get(0).asDouble() * bucket.get(1).asLong()).sum();
        return sum / holds(result);
    }
}
