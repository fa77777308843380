package io.heddle.analysis.confidence;

import io.heddle.model.Odds;
import io.heddle.model.Odds.Feature;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// What each feature weighs, from `weights.txt`, which `./dev train` writes.
final class Weights {

    private static final String FIRST = "any finding";
    private static final Map<String, Double> WEIGHTS = read();

    private Weights() {}

    /// The odds of what has these features. What the file does not name weighs nothing.
    static Odds odds(Map<String, Double> values) {
        return new Odds(Stream.concat(
                        Stream.of(feature(FIRST, 1)),
                        values.entrySet().stream().map(value -> feature(value.getKey(), value.getValue())))
                .toList());
    }

    /// The odds of what has one more feature.
    static Odds with(Odds odds, String name) {
        return new Odds(Stream.concat(odds.features().stream(), Stream.of(feature(name, 1)))
                .toList());
    }

    private static Feature feature(String name, double value) {
        return new Feature(name, value, WEIGHTS.getOrDefault(name, 0.0));
    }

    // `WEIGHT NAME` on each line.
    private static Map<String, Double> read() {
        try (InputStream file = Objects.requireNonNull(Weights.class.getResourceAsStream("weights.txt"))) {
            Map<String, Double> weights = new HashMap<>();
            List<String> lines = new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            for (String line : lines) {
                if (!line.startsWith("#")) {
                    String[] cells = line.split(" ", 2);
                    weights.put(cells[1], Double.valueOf(cells[0]));
                }
            }
            return Map.copyOf(weights);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
