package io.heddle.lab.bench;

import io.heddle.model.Failure;
import java.util.HashMap;
import java.util.Map;

/// What a program said in lines of the form `key=value`.
///
/// @param values by key; the last one counts
public record Output(Map<String, String> values) {

    public Output {
        values = Map.copyOf(values);
    }

    static Output of(String printed) {
        Map<String, String> values = new HashMap<>();
        printed.lines().forEach(line -> {
            int equals = line.indexOf('=');
            if (equals > 0
                    && line.substring(0, equals)
                            .chars()
                            .allMatch(c -> Character.isLetterOrDigit(c) || c == '.' || c == '-')) {
                values.put(line.substring(0, equals), line.substring(equals + 1).strip());
            }
        });
        return new Output(values);
    }

    public boolean has(String key) {
        return values.containsKey(key);
    }

    /// @throws Failure when the program did not say it
    public String text(String key) {
        String value = values.get(key);
        if (value == null) {
            throw new Failure(
                    "the experiment's program did not print " + key,
                    "this is a defect of the experiment: report it with --verbose");
        }
        return value;
    }

    /// @throws Failure when the program did not say it, or said no number
    public double number(String key) {
        try {
            return Double.parseDouble(text(key));
        } catch (NumberFormatException e) {
            throw new Failure(
                    "the experiment's program printed no number for " + key + ": " + text(key),
                    "this is a defect of the experiment: report it with --verbose",
                    e);
        }
    }
}
