package io.heddle.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A whole service in one folder, its server's package renamed.
@Tag("slow")
final class ShadedIT {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "NEWEST, jetty-12.1, Jetty, org/eclipse/jetty/, com/acme/http/, jetty-executor, com.acme.http.util.thread.QueuedThreadPool",
        "OLDEST, undertow-2.4, Undertow, io/undertow/, com/acme/web/undertow/, undertow-requests, com.acme.web.undertow.server.Connectors"
    })
    void flips_a_server_in_whatever_package_it_is(
            Jdk jdk, String server, String title, String from, String to, String hook, String found) throws Exception {
        Path classes = folder.resolve("classes");
        Shaded shaded = new Shaded(classes, Map.of(from, to, "io/heddle/agent/program/", "com/acme/program/"));
        shaded.addJars(Path.of(System.getProperty("heddle.servers"), server));
        shaded.addClasses(Path.of(System.getProperty("heddle.programs"), "io", "heddle", "agent", "program"));
        TargetProcess.Plan plan = new TargetProcess.Plan(
                jdk, "mode=flip", List.of(), List.of(classes), List.of("com.acme.program." + title + "Program"));
        try (TargetProcess target = TargetProcess.start(plan, folder)) {
            for (int i = 0; i < 5; i++) {
                assertTrue(target.get("/").startsWith("virtual "), target.out());
            }
            assertEquals(0, target.end(), target.err());
            assertEquals(
                    List.of(5L, 0L),
                    List.of(target.result().virtual(), target.result().platform()));
            assertEquals(
                    title, target.result().of("server").getFirst().path("name").asText());
            JsonNode met = target.result().of("hook").stream()
                    .filter(line -> line.path("name").asText().equals(hook))
                    .findFirst()
                    .orElseThrow();
            assertEquals(
                    "applied " + found,
                    met.path("state").asText() + " " + met.path("class").asText());
        }
    }
}
