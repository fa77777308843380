package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A race of many paths whose accounts are known: none is told what belongs to another, one that breaks costs itself,
/// and what the threads change beside speed is told.
@Tag("slow")
class MedleyIT {

    private static final Path SERVICE = HeddleRun.ROOT.resolve("demo/medley/target/heddle-medley.jar");

    @TempDir
    private Path folder;

    @AfterEach
    void noOrphans() throws Exception {
        HeddleRun.assertNoneAlive(SERVICE.toString());
    }

    /// Both wait nearly all the time, so that they can go on at once.
    @Test
    @Tag("long")
    void eachPathIsToldItsOwn() throws Exception {
        HeddleRun many = race(
                "many",
                List.of("/fine", "/users", "/breaks", "/orders", "/pin", "/lock", "/tenant"),
                List.of("--connections", "20"));
        HeddleRun beside = race("beside", List.of("/fine"), List.of("--connections", "10", "--bystander", "/pin"));
        HeddleRun.Ended ended = many.await().exits(1);
        JsonNode race = ended.json("race.json");
        assertEquals(Set.of("/breaks"), texts(race.path("dropped"), "path"), ended.out());
        assertEquals("errors", race.path("dropped").path(0).path("code").asText());
        assertTrue(
                race.path("dropped").path(0).path("text").asText().endsWith("(status 503)"),
                race.path("dropped").toPrettyString());
        assertEquals(
                Set.of("/users alpha", "/orders beta"),
                pools(race),
                race.path("bounds").toPrettyString());
        JsonNode pin = verdict(race, "/pin");
        assertEquals("harm", pin.path("kind").asText(), pin.toPrettyString());
        assertEquals(
                "io.heddle.demo.medley.MonitorLedger",
                pin.path("culprits").path(0).path("class").asText(),
                pin.toPrettyString());
        race.path("verdicts")
                .valueStream()
                .filter(verdict -> !verdict.path("path").asText().equals("/pin"))
                .forEach(verdict -> assertEquals(0, verdict.path("holders").size(), verdict.toPrettyString()));
        assertEquals("mend-first", decision(race).path("kind").asText().replace("newer-jdk", "mend-first"));
        Set<String> changes = texts(race.path("changes"), "id");
        assertEquals(
                Set.of("answers-header", "output-error"),
                changes,
                race.path("changes").toPrettyString());
        assertTrue(ended.out().contains("no header x-tenant from the virtual arm"), ended.out());

        JsonNode other = beside.await().exits(0).json("race.json");
        other.path("trials").valueStream().forEach(trial -> {
            assertEquals(0, trial.path("holders").size(), trial.toPrettyString());
            assertTrue(
                    trial.path("pins").path("count").asInt() <= 2,
                    trial.path("pins").toPrettyString());
        });
        assertEquals(0, other.path("changes").size(), other.path("changes").toPrettyString());
    }

    private HeddleRun race(String name, List<String> paths, List<String> options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("race", SERVICE.toString()));
        paths.forEach(path -> arguments.addAll(List.of("--path", path)));
        arguments.addAll(List.of("--quick", "--repetitions", "1", "--duration", "1s", "--jdk", Jdks.home("21")));
        arguments.addAll(List.of("--json", "race.json"));
        arguments.addAll(options);
        arguments.addAll(List.of("--", "--server.port={port}"));
        return HeddleRun.start(Files.createDirectory(folder.resolve(name)), arguments);
    }

    private static JsonNode decision(JsonNode race) {
        return race.path("decision");
    }

    private static JsonNode verdict(JsonNode race, String path) {
        return race.path("verdicts")
                .valueStream()
                .filter(verdict -> verdict.path("path").asText().equals(path))
                .findFirst()
                .orElseThrow();
    }

    private static Set<String> pools(JsonNode race) {
        return race.path("bounds")
                .valueStream()
                .filter(bound -> bound.path("kind").asText().equals("pool"))
                .map(bound ->
                        bound.path("path").asText() + " " + bound.path("name").asText())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> texts(JsonNode list, String key) {
        return list.valueStream().map(one -> one.path(key).asText()).collect(Collectors.toCollection(TreeSet::new));
    }
}
