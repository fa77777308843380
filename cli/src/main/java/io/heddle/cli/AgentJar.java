package io.heddle.cli;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// The agent, which lies in Heddle's own jar and must be a file for a JVM to load it.
final class AgentJar {

    private AgentJar() {}

    /// Writes it to a folder.
    ///
    /// @throws Failure when this build has none, or there is no room
    static Path unpack(Path folder) {
        Path jar = folder.resolve("heddle-agent.jar");
        try (InputStream in = AgentJar.class.getResourceAsStream("/heddle-agent.jar")) {
            if (in == null) {
                throw new Failure(
                        "this build of Heddle has no agent", "build all of it: ./dev test, or ./heddle in a clone");
            }
            Files.copy(in, jar);
            return jar;
        } catch (IOException e) {
            throw new Failure(
                    "cannot write " + jar + ": " + IoReason.of(e),
                    "make room in the temporary folder, or point java.io.tmpdir elsewhere",
                    e);
        }
    }
}
