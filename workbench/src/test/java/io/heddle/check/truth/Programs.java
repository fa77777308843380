package io.heddle.check.truth;

import io.heddle.check.CheckOptions;
import io.heddle.check.Checker;
import io.heddle.check.Compiled;
import io.heddle.model.Check;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// The shapes and what runs them, compiled.
record Programs(Path runner, Path shapes) {

    private static final List<String> RUNNER = List.of("Task", "GET", "Waits", "Runner");

    /// @param folder to put the class files in
    static Programs compiled(Path folder) throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        for (String name : RUNNER) {
            sources.put(name, text(name + ".java"));
        }
        Path runner = Compiled.all(Files.createDirectory(folder.resolve("runner")), sources, List.of());
        Map<String, String> shapes = new LinkedHashMap<>();
        Shape.all().forEach(shape -> shapes.put(shape.name(), shape.code()));
        return new Programs(
                runner, Compiled.all(Files.createDirectory(folder.resolve("shapes")), shapes, List.of(runner)));
    }

    private static String text(String name) throws IOException {
        try (InputStream file = Objects.requireNonNull(Programs.class.getResourceAsStream(name), name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /// The rules that find something in a shape that holds on a JDK, by the shape's name; none where nothing is
    /// found.
    Map<String, Set<String>> predicted(int jdk, Path home) {
        Check check = Checker.run(new CheckOptions(
                List.of(shapes, runner),
                List.of(),
                Map.of(),
                List.of(jdk),
                Map.of(jdk, home),
                false,
                Confidence.LIKELY,
                Set.of()));
        Map<String, Set<String>> predicted = new LinkedHashMap<>();
        Shape.all().forEach(shape -> predicted.put(shape.name(), new TreeSet<>()));
        for (Finding finding : check.findings()) {
            Set<String> rules = predicted.get(finding.type().replaceFirst("\\$.*", ""));
            if (rules != null && finding.holdsOn(jdk)) {
                rules.add(finding.rule());
            }
        }
        return predicted;
    }
}
