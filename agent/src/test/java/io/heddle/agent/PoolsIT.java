package io.heddle.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A pool whose workers were made virtual is the same pool.
@Tag("slow")
final class PoolsIT {

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void a_pool_does_the_same_with_the_agent_as_without(Jdk jdk) throws Exception {
        String without = run(jdk, "", "without").out();
        assertTrue(without.contains("done after main: [0, 1, 2, 3]"), without);
        TargetProcess flipped = run(jdk, "mode=flip", "flip");
        assertEquals(facts(without), facts(flipped.out()));
        assertEquals(
                List.of("kind of fixed: virtual", "kind of single: virtual", "kind of scheduled: virtual"),
                kinds(flipped.out()));
        assertEquals("applied", flipped.result().hook("thread-pool"));
        assertEquals("", flipped.err(), "the agent prints nothing");
        List<JsonNode> pools = flipped.result().of("pool-flipped");
        assertTrue(
                pools.stream().anyMatch(pool -> pool.path("thread").asText().equals("hostile \"name\"\n\u2028")),
                pools.toString());

        assertEquals(
                List.of(
                        "the pool of thread 'urgent' sets a thread priority of 10: virtual threads have none",
                        "the pool of thread 'sailor' has a thread group of its own ('crew'): virtual threads have none",
                        "io.heddle.agent.program.PoolProgram asks ThreadMXBean, which knows platform threads only: what it counts, times and dumps leaves virtual threads out"),
                flipped.result().of("note").stream()
                        .map(note -> note.path("text").asText())
                        .toList());

        TargetProcess observed = run(jdk, "mode=observe", "observe");
        assertEquals(without, observed.out());
        assertEquals("", observed.err(), "the agent prints nothing");
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void flips_pools_also_where_a_virtual_thread_sleeps_before_the_first_is_made(Jdk jdk) throws Exception {
        Path own = Files.createDirectory(folder.resolve("early"));
        TargetProcess.Plan plan =
                TargetProcess.Plan.withTestJars(jdk, "mode=flip", "io.heddle.agent.program.EarlySleepProgram");
        try (TargetProcess target = TargetProcess.start(plan, own)) {
            Waiting.until(() -> target.out().contains("virtual"), () -> target.out() + target.err());
        }
    }

    private TargetProcess run(Jdk jdk, String agent, String name) throws Exception {
        Path own = Files.createDirectory(folder.resolve(name));
        TargetProcess.Plan plan = TargetProcess.Plan.withTestJars(jdk, agent, "io.heddle.agent.program.PoolProgram");
        try (TargetProcess target = TargetProcess.start(plan, own)) {
            assertEquals(0, target.end(), target.err());
            return target;
        }
    }

    private static String facts(String out) {
        return out.lines().filter(line -> !line.startsWith("kind ")).collect(Collectors.joining("\n"));
    }

    private static List<String> kinds(String out) {
        return out.lines().filter(line -> line.startsWith("kind ")).toList();
    }
}
