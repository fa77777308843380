package io.heddle.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A Tomcat that runs its requests inside `synchronized`, on a JDK where that holds the carrier.
@Tag("slow")
final class PinsIT {

    @TempDir
    Path folder;

    @Test
    void tells_how_often_and_how_long_carriers_were_held() throws Exception {
        try (TargetProcess target = TargetProcess.start(plan(), folder)) {
            pin(target);
            long before = pins(target.result());
            for (int i = 0; i < 10; i++) {
                target.get("/sleep/50");
            }
            Waiting.until(
                    () -> pins(target.result()) >= before + 10,
                    () -> target.result().all().toString());
            List<JsonNode> lines = target.result().of("pins");
            double seconds = lines.stream()
                    .mapToDouble(line -> line.path("seconds").asDouble())
                    .sum();
            // JFR cuts what had begun before it listened
            assertTrue(seconds / pins(target.result()) > 0.04, lines.toString());
            assertTrue(seconds / pins(target.result()) < 0.5, lines.toString());
            assertEquals(0, target.end(), target.err());
            assertEquals(List.of("err", "out", "result.jsonl"), left(folder), "nothing is left of JFR");
        }
    }

    @Test
    void says_what_is_left_of_its_recording_when_it_is_killed() throws Exception {
        try (TargetProcess target = TargetProcess.start(plan(), folder)) {
            pin(target);
            target.kill();
            assertTrue(target.result().virtual() > 0, "what was seen before is kept");
            List<JsonNode> lines = target.result().of("jfr");
            assertEquals(1, lines.size(), lines.toString());
            Path told = Path.of(lines.getFirst().path("folder").asText());
            assertTrue(told.toRealPath().startsWith(folder.toRealPath()), told.toString());
            assertEquals(List.of(told.getFileName().toString(), "err", "out", "result.jsonl"), left(folder));
        }
    }

    private static TargetProcess.Plan plan() {
        return new TargetProcess.Plan(Jdk.OLDEST, "mode=flip", "tomcat-9-old", "io.heddle.agent.program.TomcatProgram");
    }

    /// Sends requests until JFR has begun to listen.
    private static void pin(TargetProcess target) {
        Waiting.until(
                () -> {
                    target.get("/sleep/50");
                    return pins(target.result()) > 0;
                },
                () -> target.result().all().toString());
    }

    private static long pins(ResultLines result) {
        return result.of("pins").stream()
                .mapToLong(line -> line.path("count").asLong())
                .sum();
    }

    /// What lies in the folder but for Tomcat's own.
    private static List<String> left(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("heddle-tomcat"))
                    .sorted()
                    .toList();
        }
    }
}
