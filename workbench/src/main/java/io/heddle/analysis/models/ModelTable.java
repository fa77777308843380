package io.heddle.analysis.models;

import io.heddle.analysis.program.Type;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The models of the JDK, `jdk-facts.txt`: which methods block, and which are not followed.
public final class ModelTable {

    /// What is known of a method.
    ///
    /// @param kind what it blocks for; null where it is not followed or stays in memory
    /// @param memory whether it is a stream that stays in memory
    /// @param only which overloads are meant
    public record Fact(@Nullable BlockingKind kind, boolean memory, Overloads only) {}

    /// Which overloads of a method a line means.
    public enum Overloads {
        /// Each.
        ALL(""),
        /// Those that are given how long to wait. The others do not wait.
        TIMED("(time)"),
        /// Those that are given an address to read from. Nothing is known of the others.
        ADDRESSED("(url)");

        /// What ends the method's name.
        private final String suffix;

        Overloads(String suffix) {
            this.suffix = suffix;
        }

        private static Overloads of(String method) {
            return Stream.of(TIMED, ADDRESSED)
                    .filter(only -> method.endsWith(only.suffix))
                    .findFirst()
                    .orElse(ALL);
        }

        private String name(String method) {
            return method.substring(0, method.length() - suffix.length());
        }
    }

    private final Map<String, List<Line>> byClass = new HashMap<>();
    private final List<Line> byPrefix = new ArrayList<>();
    /// The lines that match a type itself, and those that match what is called on it.
    private final Map<Type, List<Line>> own = new HashMap<>();
    private final Map<Type, List<Line>> called = new HashMap<>();

    private record Line(Fact fact, String type, List<String> methods) {

        boolean means(String method) {
            for (String name : methods) {
                if (name.equals(method)
                        || name.endsWith("*") && method.startsWith(name.substring(0, name.length() - 1))) {
                    return true;
                }
            }
            return false;
        }
    }

    ModelTable() {
        try (InputStream file = Objects.requireNonNull(ModelTable.class.getResourceAsStream("jdk-facts.txt"))) {
            new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(this::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(String text) {
        int space = text.indexOf(' ');
        int dot = text.lastIndexOf('.');
        String kind = text.substring(0, space);
        String type = text.substring(space + 1, dot);
        Fact fact = switch (kind) {
            case "CUT" -> new Fact(null, false, Overloads.ALL);
            case "MEMORY" -> new Fact(null, true, Overloads.ALL);
            default -> new Fact(BlockingKind.valueOf(kind), false, Overloads.ALL);
        };
        List<String> methods = List.of(text.substring(dot + 1).split(","));
        methods.stream()
                .collect(
                        Collectors.groupingBy(Overloads::of, () -> new EnumMap<>(Overloads.class), Collectors.toList()))
                .forEach((only, named) -> add(new Line(
                        new Fact(fact.kind, fact.memory, only),
                        type,
                        named.stream().map(only::name).toList())));
    }

    private void add(Line line) {
        String type = line.type;
        if (type.endsWith("*")) {
            byPrefix.add(new Line(line.fact, type.substring(0, type.length() - 1), line.methods));
        } else {
            byClass.computeIfAbsent(type, _ -> new ArrayList<>()).add(line);
        }
    }

    /// The model of a method in a class itself; null when there is none.
    public @Nullable Fact of(Type type, String method) {
        return first(own(type), method);
    }

    private List<Line> own(Type type) {
        return own.computeIfAbsent(
                type,
                key -> Stream.concat(
                                byClass.getOrDefault(key.name(), List.of()).stream(),
                                byPrefix.stream().filter(line -> key.name().startsWith(line.type)))
                        .toList());
    }

    private static @Nullable Fact first(List<Line> lines, String method) {
        for (Line line : lines) {
            if (line.means(method)) {
                return line.fact;
            }
        }
        return null;
    }

    /// The model of a method that is called on a type of the JDK: of the type itself, or of a type above it;
    /// null when there is none.
    public @Nullable Fact called(Type type, String method) {
        return first(
                called.computeIfAbsent(
                        type,
                        key -> key.above().stream()
                                .filter(Type::isJdk)
                                .flatMap(above -> own(above).stream())
                                .toList()),
                method);
    }
}
