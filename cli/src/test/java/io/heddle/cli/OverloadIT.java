package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A service whose downstream has ten places is asked for three times as much as they carry, with and without a limit.
@Tag("slow")
class OverloadIT {

    private static final Path SERVICE = HeddleRun.ROOT.resolve("demo/crowd/target/heddle-crowd.jar");

    @TempDir
    private Path folder;

    @Test
    void aLimitKeepsInTimeWhatCollapsesWithoutOne() throws Exception {
        HeddleRun.Ended ended = HeddleRun.start(
                        folder,
                        List.of(
                                "race",
                                SERVICE.toString(),
                                "--quick",
                                "--path",
                                "/remote",
                                "--bystander",
                                "none",
                                "--connections",
                                "40",
                                "--repetitions",
                                "1",
                                "--duration",
                                "1s",
                                "--timeout",
                                "1s",
                                "--overload",
                                "3x",
                                "--limit",
                                "10",
                                "--json",
                                "race.json",
                                "--html",
                                "race.html",
                                "--",
                                "--places=10",
                                "--millis=100"))
                .await();
        JsonNode race = ended.json("race.json");
        assertEquals(3, race.path("overload").size(), () -> ended.out() + ended.err());
        assertEquals("platform", overload(race, 0).path("arm").asText());
        JsonNode virtual = overload(race, 1);
        assertEquals("virtual", virtual.path("arm").asText());
        assertEquals("collapses", virtual.path("verdict").asText(), virtual::toPrettyString);
        assertTrue(virtual.path("errors").path("timeout").asInt() > 0, virtual::toPrettyString);
        assertEquals("downstream", virtual.path("limit").path("kind").asText(), virtual::toPrettyString);
        int permits = virtual.path("limit").path("permits").asInt();
        assertTrue(permits >= 5 && permits <= 20, virtual::toPrettyString);
        assertTrue(virtual.path("heapMaxBytes").asLong() > 1 << 20, virtual::toPrettyString);
        JsonNode limited = overload(race, 2);
        assertEquals("virtual-limited", limited.path("arm").asText());
        assertTrue(limited.path("errors").path("503").asInt() > 0, limited::toPrettyString);
        assertTrue(limited.path("runningMax").asInt() <= 10, limited::toPrettyString);
        assertTrue(
                limited.path("goodput").asDouble() > 2 * virtual.path("goodput").asDouble(),
                () -> virtual.toPrettyString() + limited.toPrettyString());
        assertTrue(ended.out().contains("Overload of /remote"), ended.out());
        assertTrue(Files.readString(folder.resolve("race.html")).contains("virtual-limited 3x"));
        HeddleRun.assertNoneAlive(SERVICE.toString());
    }

    private static JsonNode overload(JsonNode race, int number) {
        return race.path("overload").path(number);
    }
}
