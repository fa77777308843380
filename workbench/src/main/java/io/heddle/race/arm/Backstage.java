package io.heddle.race.arm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.target.Jdk;
import io.heddle.race.target.Launch;
import io.heddle.race.target.OwnedProcess;
import io.heddle.race.target.Supervisor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The demo's PostgreSQL and slow downstream: processes of their own, once a race, so that they are neither flipped
/// nor counted.
public final class Backstage {

    private static final Duration READY = Duration.ofSeconds(120);

    private Backstage() {}

    /// @param jar the backstage's runnable jar
    /// @return what the demo service finds in its environment
    public static Map<String, String> start(Supervisor supervisor, Path jar, RaceOptions options, Consumer<String> talk)
            throws InterruptedException {
        Path output = options.kept().resolve("backstage.log");
        OwnedProcess process = supervisor.launch(new Launch(
                "backstage",
                List.of(
                        Jdk.of(Path.of(System.getProperty("java.home"))).java().toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx64m",
                        "-jar",
                        jar.toString(),
                        "--work",
                        options.scratch().resolve("backstage").toString()),
                options.scratch(),
                Map.of(),
                output));
        Instant deadline = Instant.now().plus(READY);
        while (process.alive() && Instant.now().isBefore(deadline)) {
            Optional<JsonNode> ready = ready(output);
            if (ready.isPresent()) {
                JsonNode postgres = ready.orElseThrow().path("postgres");
                JsonNode downstream = ready.orElseThrow().path("downstream");
                talk.accept("PostgreSQL " + postgres.path("version").asText() + " ("
                        + postgres.path("source").asText() + ") and a downstream of "
                        + downstream.path("millis").asInt() + " ms are ready");
                return Map.of(
                        "DB_URL",
                        postgres.path("url").asText(),
                        "DB_USER",
                        postgres.path("user").asText(),
                        "DB_PASSWORD",
                        postgres.path("password").asText(),
                        "QUOTES_URL",
                        downstream.path("url").asText());
            }
            Thread.sleep(20);
        }
        throw new Failure(
                "the demo's database did not start; its last lines:\n" + process.lastLines(10),
                "its whole output is in " + output);
    }

    private static Optional<JsonNode> ready(Path output) {
        try {
            for (String line : Files.exists(output) ? Files.readAllLines(output) : List.<String>of()) {
                if (line.startsWith("{\"postgres\"") && line.endsWith("}")) {
                    return Optional.of(JsonMapper.builder().build().readTree(line));
                }
            }
            return Optional.empty();
        } catch (JsonProcessingException halfWritten) {
            return Optional.empty();
        } catch (IOException e) {
            throw new Failure("cannot read " + output + ": " + IoReason.of(e), "check the disk, then race again", e);
        }
    }
}
