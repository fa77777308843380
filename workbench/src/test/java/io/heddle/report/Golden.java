package io.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Expected outputs that are kept as files; `./dev bless` rewrites them and review reads the difference.
public final class Golden {

    private static final Path FOLDER = Path.of("src/test/resources/report");

    private Golden() {}

    /// Compares, or rewrites.
    public static void check(String name, String actual) {
        Path file = FOLDER.resolve(name);
        try {
            if (Boolean.getBoolean("heddle.bless")) {
                Files.createDirectories(FOLDER);
                Files.writeString(file, actual);
            }
            assertEquals(Files.readString(file), actual, () -> name + " differs; if that is meant, run ./dev bless");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The expected output.
    public static String read(String name) {
        try {
            return Files.readString(FOLDER.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
