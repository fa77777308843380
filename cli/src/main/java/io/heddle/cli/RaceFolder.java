package io.heddle.cli;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// Where the files of one race lie.
///
/// @param kept under `.heddle/races` of the caller's folder: reports and what the target printed
/// @param scratch in the system's temporary folder, deleted at the end; its path has no character that a JVM
///     option could stumble over
record RaceFolder(Path kept, Path scratch) implements AutoCloseable {

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    static RaceFolder create() {
        Path races = Path.of(".heddle", "races").toAbsolutePath();
        try {
            Files.createDirectories(races);
            String stamp = LocalDateTime.now().format(STAMP);
            Path kept = races.resolve(stamp);
            for (int i = 2; Files.exists(kept); i++) {
                kept = races.resolve(stamp + "-" + i);
            }
            return new RaceFolder(Files.createDirectory(kept), Files.createTempDirectory("heddle-race-"));
        } catch (IOException e) {
            throw new Failure(
                    "cannot create a folder for this race in " + races + ": " + IoReason.of(e),
                    "start Heddle in a folder that you can write to",
                    e);
        }
    }

    /// The agent, unpacked from Heddle's own jar.
    Path agentJar() {
        return AgentJar.unpack(scratch);
    }

    @Override
    public void close() {
        new Scratch(scratch).close();
    }
}
