package io.heddle.race.target;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// An environment variable by which a process that left its parent and its session is still known: descendants inherit
/// it. Readable on Linux.
final class Mark {

    static final String NAME = "HEDDLE_OWNED";

    private Mark() {}

    /// The value in the environment that a process was started with; empty when it has none or may not be read.
    static Optional<String> of(long pid) {
        try {
            String environment = Files.readString(Path.of("/proc/" + pid + "/environ"), StandardCharsets.ISO_8859_1);
            for (String entry : environment.split("\0", -1)) {
                if (entry.startsWith(NAME + "=")) {
                    return Optional.of(entry.substring(NAME.length() + 1));
                }
            }
            return Optional.empty();
        } catch (IOException ended) {
            return Optional.empty();
        }
    }
}
