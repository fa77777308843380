package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The main job: the bundled demo, both verdicts from one race.
@Tag("slow")
class DemoRaceIT {

    @TempDir
    private Path folder;

    @Test
    void poolCapsOnePathAndTheOtherGains() throws Exception {
        race("21");
    }

    /// Nearly three minutes once more, with Spring's own switch again: what differs by JDK is raced by
    /// [UnmodifiedServicesIT].
    @Test
    @Tag("long")
    void poolCapsOnePathAndTheOtherGainsOnTheNewest() throws Exception {
        race("25");
    }

    private void race(String jdk) throws Exception {
        HeddleRun.Ended ended = HeddleRun.run(
                        folder,
                        "race",
                        "--quick",
                        "--jdk",
                        Jdks.home(jdk),
                        "--json",
                        "race.json",
                        "--html",
                        "race.html")
                .exits(0);
        JsonNode race = ended.json("race.json");
        assertEquals("no-gain", verdict(race, "/api/users").path("kind").asText(), ended.out());
        assertEquals(
                "HikariPool-1",
                verdict(race, "/api/users").path("limit").path("name").asText(),
                ended.out());
        assertEquals("gain", verdict(race, "/api/quote").path("kind").asText(), ended.out());
        assertEquals("no-gain", race.path("verdict").path("kind").asText());
        for (JsonNode trial : race.path("trials")) {
            boolean virtual = trial.path("arm").asText().equals("virtual");
            double share = trial.path("virtualShare").asDouble();
            assertTrue(virtual ? share >= 0.95 : share <= 0.05, trial.toString());
            if (trial.path("load").path("kind").asText().equals("closed")) {
                assertTrue(
                        trial.path("throughput").asDouble()
                                <= 1.03 * trial.path("bound").asDouble(),
                        trial.toString());
            }
            assertEquals(0, trial.path("errors").asInt(), trial.toString());
        }
        assertTrue(
                race.path("target").path("jdk").asText().startsWith(jdk),
                race.path("target").toString());
        HeddleRun.assertNoneAlive("heddle-demo.jar");
        HeddleRun.assertNoneAlive("heddle-backstage.jar");
    }

    private static JsonNode verdict(JsonNode race, String path) {
        return StreamSupport.stream(race.path("verdicts").spliterator(), false)
                .filter(verdict -> verdict.path("path").asText().equals(path))
                .findFirst()
                .orElseThrow();
    }
}
