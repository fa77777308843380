package io.heddle.lab.page;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.model.Failure;
import io.heddle.model.Figures;
import io.heddle.report.Lines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Two results of the lab held against each other, row by row.
///
/// @param text what people read
/// @param newlyBroken what held in the first and does not in the second, and rows that fail there alone
public record LabDiff(Lines text, List<String> newlyBroken) {

    /// One run a side has no interval: what differs by less than this says nothing.
    private static final double NOISE = 0.10;

    /// @throws Failure when a file is no result of the lab
    public static LabDiff of(Path first, Path second) {
        Map<String, JsonNode> before = rows(first);
        Map<String, JsonNode> after = rows(second);
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : before.entrySet()) {
            Optional.ofNullable(after.get(entry.getKey()))
                    .ifPresentOrElse(
                            row -> lines.add(line(entry.getKey(), entry.getValue(), row)),
                            () -> lines.add("  " + entry.getKey() + ": only in the first"));
        }
        after.keySet().stream()
                .filter(key -> !before.containsKey(key))
                .forEach(key -> lines.add("  " + key + ": only in the second"));
        Map<String, String> held = expectations(first);
        List<String> broken = new ArrayList<>(after.entrySet().stream()
                .filter(row -> state(row.getValue()).equals("failed")
                        && !state(before.getOrDefault(row.getKey(), row.getValue()))
                                .equals("failed"))
                .map(row -> row.getKey() + ": failed")
                .toList());
        expectations(second).forEach((says, state) -> {
            String was = held.getOrDefault(says, "not there");
            if (!was.equals(state)) {
                lines.add("  " + says + ": " + was + " → " + state);
                if (state.equals("broken")) {
                    broken.add(says);
                }
            }
        });
        lines.add(
                "One run a side has no interval, but for rows with JMH's: differences below 10 %, or within JMH's errors, are marked ~ and show nothing.");
        return new LabDiff(new Lines(lines), List.copyOf(broken));
    }

    private static String line(String key, JsonNode before, JsonNode after) {
        if (!before.path("measured").isNumber() || !after.path("measured").isNumber()) {
            return "  " + key + ": " + state(before) + " → " + state(after);
        }
        double ratio =
                after.path("measured").asDouble() / before.path("measured").asDouble();
        String change = !Double.isFinite(ratio)
                ? ""
                : Math.abs(ratio - 1) < NOISE || overlap(before, after) ? "~" : Figures.times(ratio);
        return ("  " + key + ": " + state(before) + " → " + state(after) + "  " + change).stripTrailing();
    }

    /// Whether two rows with an error of their own, as JMH's, have something in common.
    private static boolean overlap(JsonNode before, JsonNode after) {
        double errors = before.path("also").path("±").asDouble()
                + after.path("also").path("±").asDouble();
        return Math.abs(after.path("measured").asDouble()
                        - before.path("measured").asDouble())
                < errors;
    }

    private static String state(JsonNode row) {
        return row.path("measured").isNumber()
                ? Figures.number(row.path("measured").asDouble()) + " "
                        + row.path("unit").asText()
                : row.path("state").asText("?");
    }

    private static Map<String, JsonNode> rows(Path file) {
        Map<String, JsonNode> rows = new LinkedHashMap<>();
        for (JsonNode experiment : Kept.experiments(file)) {
            experiment
                    .path("rows")
                    .forEach(row -> rows.put(
                            experiment.path("experiment").asText() + " | "
                                    + row.path("case").asText() + " | JDK "
                                    + row.path("jdk").asText(),
                            row));
        }
        return rows;
    }

    private static Map<String, String> expectations(Path file) {
        Map<String, String> states = new LinkedHashMap<>();
        for (JsonNode experiment : Kept.experiments(file)) {
            experiment
                    .path("expectations")
                    .forEach(one -> states.put(
                            experiment.path("experiment").asText() + " | "
                                    + one.path("says").asText(),
                            one.path("state").asText()));
        }
        return states;
    }
}
