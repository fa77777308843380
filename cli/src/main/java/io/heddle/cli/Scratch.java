package io.heddle.cli;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A folder for as long as a command runs.
record Scratch(Path folder) implements AutoCloseable {

    /// @throws Failure when there is no room
    static Scratch create(String prefix) {
        try {
            return new Scratch(Files.createTempDirectory(prefix));
        } catch (IOException e) {
            throw new Failure(
                    "cannot create a temporary folder: " + IoReason.of(e),
                    "make room, or point java.io.tmpdir elsewhere",
                    e);
        }
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // a file that somebody else still holds stays behind in the temporary folder
        }
    }
}
