package io.heddle.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The demo's PostgreSQL and its slow downstream, for a service of a test's own.
record BackstageUnderTest(Process process, JsonNode told) implements AutoCloseable {

    /// @param millis how long the downstream takes unless it is asked for another time
    static BackstageUnderTest start(Path folder, int millis) throws Exception {
        Path output = folder.resolve("backstage.json");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-Xmx64m",
                        "-jar",
                        HeddleRun.ROOT
                                .resolve("demo/backstage/target/heddle-backstage.jar")
                                .toString(),
                        "--work",
                        folder.resolve("backstage").toString(),
                        "--downstream-millis",
                        String.valueOf(millis),
                        "--until-eof")
                .redirectOutput(output.toFile())
                .redirectError(folder.resolve("backstage.err").toFile())
                .start();
        Instant deadline = Instant.now().plus(Duration.ofMinutes(2));
        while (!Files.readString(output).endsWith("}\n")) {
            if (Instant.now().isAfter(deadline) || !process.isAlive()) {
                process.destroyForcibly();
                throw new AssertionError("not ready:\n" + Files.readString(folder.resolve("backstage.err")));
            }
            Thread.sleep(50);
        }
        return new BackstageUnderTest(process, JsonMapper.builder().build().readTree(output.toFile()));
    }

    /// Arguments of a Spring Boot service that uses both.
    List<String> arguments(String remote) {
        return List.of(
                "--spring.datasource.url=" + told.at("/postgres/url").asText(),
                "--spring.datasource.username=" + told.at("/postgres/user").asText(),
                "--spring.datasource.password=" + told.at("/postgres/password").asText(),
                "--" + remote + "=" + told.at("/downstream/url").asText());
    }

    @Override
    public void close() throws Exception {
        process.getOutputStream().close();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
