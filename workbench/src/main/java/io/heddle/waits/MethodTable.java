package io.heddle.waits;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Values by method, from data files next to this class. A line is cells between ` | `; `#` begins a comment. A method
/// is `class.method`, and either name begins so where it ends with `*`.
final class MethodTable<T> {

    private final Map<String, List<Entry<T>>> byType = new HashMap<>();
    private final List<Entry<T>> byPrefix = new ArrayList<>();

    private record Entry<T>(String type, String method, T value) {

        boolean fits(StackFrame frame) {
            return fits(type, frame.type()) && fits(method, frame.method());
        }

        private static boolean fits(String pattern, String name) {
            return pattern.endsWith("*")
                    ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                    : name.equals(pattern);
        }
    }

    /// The lines of a file, each with its cells.
    ///
    /// @param cells how many each has
    /// @throws IllegalArgumentException when one has another number
    static List<List<String>> lines(String file, int cells) {
        List<List<String>> lines = new ArrayList<>();
        for (String line : text(file).lines().toList()) {
            if (!line.isBlank() && !line.startsWith("#")) {
                List<String> read = List.of(line.split(" \\| ", -1)).stream()
                        .map(String::strip)
                        .toList();
                if (read.size() != cells || read.stream().anyMatch(String::isEmpty)) {
                    throw new IllegalArgumentException(file + ": not " + cells + " cells: " + line);
                }
                lines.add(read);
            }
        }
        return List.copyOf(lines);
    }

    void add(String method, T value) {
        int dot = method.lastIndexOf('.');
        Entry<T> entry = new Entry<>(method.substring(0, dot), method.substring(dot + 1), value);
        if (entry.type().endsWith("*")) {
            byPrefix.add(entry);
        } else {
            byType.computeIfAbsent(entry.type(), _ -> new ArrayList<>()).add(entry);
        }
    }

    /// The value of the first method that fits; empty when none does.
    Optional<T> of(StackFrame frame) {
        for (Entry<T> entry : byType.getOrDefault(frame.type(), List.of())) {
            if (entry.fits(frame)) {
                return Optional.of(entry.value());
            }
        }
        return byPrefix.stream()
                .filter(entry -> entry.fits(frame))
                .map(Entry::value)
                .findFirst();
    }

    private static String text(String file) {
        try (InputStream in = Objects.requireNonNull(MethodTable.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
