package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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

    /// Both at once: a roll-out mostly waits for requests to judge by.
    @Test
    void aCanaryWithTooFewConnectionsIsTakenBackAndAHealthyOneTakesAll() throws Exception {
        atOnce("21", "25");
    }

    @Test
    @Tag("long")
    void soItIsOnTheOtherJdk() throws Exception {
        atOnce("25", "21");
    }

    private void atOnce(String jdkOfSlow, String jdkOfHealthy) throws Exception {
        try (ExecutorService both = Executors.newFixedThreadPool(2)) {
            Future<Duration> slow =
                    both.submit(() -> isTakenBack(Files.createDirectory(folder.resolve("slow")), jdkOfSlow));
            Future<Duration> healthy =
                    both.submit(() -> takesAll(Files.createDirectory(folder.resolve("healthy")), jdkOfHealthy));
            Duration took = slow.get();
            System.out.printf(
                    "taken back after %d s, took all after %d s%n",
                    took.toSeconds(), healthy.get().toSeconds());
            assertTrue(took.compareTo(IN_TIME) < 0, took.toString());
        }
    }

    private static Duration isTakenBack(Path folder, String jdk) throws Exception {
        try (SplitShop shop = new SplitShop(folder, Jdks.home(jdk), 5, RATE_OF_SLOW)) {
            Instant begun = Instant.now();
            HeddleRun.Ended ended =
                    HeddleRun.start(folder, arguments(shop, "50,100")).await().exits(1);
            Duration took = Duration.between(begun, Instant.now());
            assertEquals("failed", rollout(ended).path("end").asText());
            assertEquals(0, rollout(ended).path("weight").asInt(-1));
            return took;
        }
    }

    private static Duration takesAll(Path folder, String jdk) throws Exception {
        try (SplitShop shop = new SplitShop(folder, Jdks.home(jdk), 20, RATE_OF_HEALTHY)) {
            Instant begun = Instant.now();
            HeddleRun.Ended ended = HeddleRun.start(folder, arguments(shop, "20,50,100"))
                    .await()
                    .exits(0);
            Duration took = Duration.between(begun, Instant.now());
            assertEquals("reached", rollout(ended).path("end").asText());
            assertEquals(100, rollout(ended).path("weight").asInt(-1));
            assertEquals("pass", ended.json("rollout.json").path("verdict").asText());
            return took;
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
