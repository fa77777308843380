package io.heddle.cli;

import io.heddle.model.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Writes reports to disk, never half of one.
final class ReportFile {

    private static final Path STANDARD_OUTPUT = Path.of("-");

    private ReportFile() {}

    /// Whether the user means standard output by this name.
    static boolean isOutput(Path file) {
        return file.equals(STANDARD_OUTPUT);
    }

    /// @throws Failure when it cannot be written
    static void write(Path file, String text) {
        Path half = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.writeString(half, text);
            Files.move(half, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            deleteQuietly(half);
            throw new Failure(
                    "cannot write " + file + ": " + e.getMessage(), "make room or choose another place for it", e);
        }
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // nothing more can be done on a disk that refuses
        }
    }
}
