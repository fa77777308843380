package io.heddle.check.rule;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;

/// Tables of facts beside the rules: one a line, `#` begins a line that explains.
final class Table {

    private Table() {}

    /// Lines with a fact.
    static Stream<String> read(String name) {
        try (InputStream file = Objects.requireNonNull(Table.class.getResourceAsStream(name), name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
