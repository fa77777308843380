package io.heddle.fix.source;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// A folder of temporary files, which closing removes with all that is in it.
///
/// @param path of the folder
public record ScratchFolder(Path path) implements AutoCloseable {

    /// @throws Failure when none can be made
    public static ScratchFolder make() {
        try {
            return new ScratchFolder(Files.createTempDirectory("heddle-fix"));
        } catch (IOException e) {
            throw failure("no folder for temporary files can be made", e);
        }
    }

    /// What a user reads when the folder is full or cannot be written.
    ///
    /// @param what cannot be done, a sentence without its end
    public static Failure failure(String what, IOException e) {
        return new Failure(
                what + ": " + IoReason.of(e),
                "make room in the folder of temporary files, or name another: -Djava.io.tmpdir=DIR",
                e);
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException left) {
            // What is left lies in the folder of temporary files.
            return;
        }
    }
}
