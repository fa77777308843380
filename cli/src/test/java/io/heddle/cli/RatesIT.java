package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The outage for which people go back to platform threads: ten clients of one path, whose own throughput is
/// the same in both arms, starve every other.
@Tag("long")
class RatesIT {

    private static final Set<String> CULPRITS =
            Set.of("com.example.rates.RatesClient.lockedQuote", "com.example.rates.CountryCache.name");

    @TempDir
    private Path folder;

    @Test
    void onePathStarvesTheOthersOn21AndBothCulpritsAreNamed() throws Exception {
        HeddleRun.Ended ended = race("21").exits(1);
        JsonNode race = ended.json("race.json");
        JsonNode locked = verdict(race, "/api/locked");
        assertEquals("harm", locked.path("kind").asText(), ended.out());
        assertTrue(
                locked.path("text")
                        .asText()
                        .matches(
                                "harm: requests to /api/(quote|orders) waited up to .* while 10 clients used /api/locked; in the platform arm .*"),
                locked.path("text").asText());
        Set<String> named = locked.path("holders")
                .valueStream()
                .map(holder -> holder.path("class").asText() + "."
                        + holder.path("method").asText())
                .collect(Collectors.toSet());
        assertTrue(named.containsAll(CULPRITS), locked.toPrettyString());
        for (String other : List.of("/api/quote", "/api/orders")) {
            assertFalse(verdict(race, other).path("kind").asText().equals("harm"), ended.out());
        }
        assertEquals("newer-jdk", race.path("decision").path("kind").asText(), ended.out());
    }

    @Test
    void nobodyIsStarvedOn25() throws Exception {
        HeddleRun.Ended ended = race("25").exits(0);
        JsonNode race = ended.json("race.json");
        for (JsonNode verdict : race.path("verdicts")) {
            assertFalse(verdict.path("kind").asText().equals("harm"), ended.out());
        }
        assertTrue(
                race.path("bounds")
                        .valueStream()
                        .anyMatch(bound -> bound.path("path").asText().equals("/api/locked")
                                && bound.path("kind").asText().equals("lock")),
                race.path("bounds").toPrettyString());
        assertTrue(
                Set.of("switch", "switch-with-limit", "measure-more")
                        .contains(race.path("decision").path("kind").asText()),
                ended.out());
    }

    /// The same service on the same JDK with the edits of `heddle fix`: both culprits are mended, and nobody starves.
    @Test
    void nobodyIsStarvedOn21OnceFixHasMendedBoth() throws Exception {
        String jdk21 = Jdks.home("21");
        Path work = Files.createDirectory(folder.resolve("fix"));
        Path mended = MendedJar.of(work, "rates-3.5", List.copyOf(CULPRITS));
        HeddleRun.Ended ended = race(
                        "--arms", "platform@" + jdk21 + ",virtual@" + jdk21 + ",virtual@" + jdk21 + "=" + mended)
                .exits(1);
        JsonNode race = ended.json("race.json");
        for (JsonNode verdict : race.path("verdicts")) {
            boolean harm = verdict.path("kind").asText().equals("harm");
            boolean before = !verdict.path("arm").asText().endsWith("mended.jar");
            boolean starves = verdict.path("path").asText().equals("/api/locked");
            assertEquals(before && starves, harm, ended.out());
        }
    }

    private HeddleRun.Ended race(String jdk) throws Exception {
        return race("--jdk", Jdks.home(jdk));
    }

    private HeddleRun.Ended race(String option, String value) throws Exception {
        try (BackstageUnderTest backstage = BackstageUnderTest.start(folder, 20)) {
            List<String> arguments = new ArrayList<>(List.of(
                    "race",
                    ServiceUnderTest.jar("rates-3.5").toString(),
                    "--quick",
                    option,
                    value,
                    "--path",
                    "/api/quote",
                    "--path",
                    "/api/orders",
                    "--path",
                    "/api/locked",
                    "--json",
                    "race.json",
                    "--",
                    "--server.port={port}"));
            arguments.addAll(backstage.arguments("rates.remote"));
            return HeddleRun.start(folder, arguments).await();
        }
    }

    private static JsonNode verdict(JsonNode race, String path) {
        return race.path("verdicts")
                .valueStream()
                .filter(verdict -> verdict.path("path").asText().equals(path))
                .findFirst()
                .orElseThrow();
    }
}
