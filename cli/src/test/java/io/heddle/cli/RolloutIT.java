package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `heddle canary rollout` as a user runs it: a real HAProxy before two JVMs of the demo service, under load.
@Tag("slow")
class RolloutIT {

    /// Requests a second. Half of them are less than the 50 that a pool of 5 carries whose connections are held for 100
    /// ms:
    /// the canary is slower, and not broken.
    private static final int RATE_OF_SLOW = 85;
    /// A healthy one has no errors, which takes some thousand requests to show.
    private static final int RATE_OF_HEALTHY = 150;
    private static final Duration IN_TIME = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    @Test
    void aCanaryWithTooFewConnectionsIsTakenBack() throws Exception {
        isTakenBack("21");
    }

    @Test
    void aHealthyCanaryTakesAll() throws Exception {
        takesAll("25");
    }

    @Test
    @Tag("long")
    void aCanaryWithTooFewConnectionsIsTakenBackOnTheNewest() throws Exception {
        isTakenBack("25");
    }

    @Test
    @Tag("long")
    void aHealthyCanaryTakesAllOnTheOldest() throws Exception {
        takesAll("21");
    }

    private void isTakenBack(String jdk) throws Exception {
        try (SplitShop shop = new SplitShop(folder, Jdks.home(jdk), 5, RATE_OF_SLOW)) {
            long begun = System.nanoTime();
            HeddleRun.Ended ended =
                    HeddleRun.start(folder, arguments(shop, "50,100")).await().exits(1);
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            System.out.println("taken back after " + took.toSeconds() + " s: "
                    + ended.json("rollout.json").path("reason").asText());
            assertEquals("failed", rollout(ended).path("end").asText());
            assertEquals(0, rollout(ended).path("weight").asInt(-1));
            assertTrue(took.compareTo(IN_TIME) < 0, took + "\n" + ended.err());
        }
    }

    private void takesAll(String jdk) throws Exception {
        try (SplitShop shop = new SplitShop(folder, Jdks.home(jdk), 20, RATE_OF_HEALTHY)) {
            long begun = System.nanoTime();
            HeddleRun.Ended ended = HeddleRun.start(folder, arguments(shop, "20,50,100"))
                    .await()
                    .exits(0);
            System.out.println("took all after "
                    + Duration.ofNanos(System.nanoTime() - begun).toSeconds() + " s");
            assertEquals("reached", rollout(ended).path("end").asText());
            assertEquals(100, rollout(ended).path("weight").asInt(-1));
            assertEquals("pass", ended.json("rollout.json").path("verdict").asText());
        }
    }

    private static JsonNode rollout(HeddleRun.Ended ended) throws Exception {
        return ended.json("rollout.json").path("rollout");
    }

    private static List<String> arguments(SplitShop shop, String weights) {
        List<String> arguments = new ArrayList<>(List.of("canary", "rollout"));
        arguments.addAll(List.of("--haproxy", shop.socket().toString()));
        arguments.addAll(List.of("--baseline", shop.source("platform"), "--canary", shop.source("virtual")));
        arguments.addAll(List.of("--weights", weights, "--step", "5s", "--every", "1s", "--max-duration", "8m"));
        arguments.addAll(List.of("--json", "rollout.json"));
        return arguments;
    }
}
