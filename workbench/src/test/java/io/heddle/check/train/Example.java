package io.heddle.check.train;

import io.heddle.check.Csv;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A finding of which it is known whether it is right: a row of `check-features.csv`.
///
/// @param id of the judgement, or `pin`
/// @param library that is left out together with it
/// @param confidence by today's limits
record Example(String id, String library, boolean right, Confidence confidence, Map<String, Double> features) {

    static List<Example> read(Path results) throws IOException {
        return Csv.read(results.resolve("check-features.csv")).stream()
                .map(row -> new Example(
                        row.get(0),
                        row.get(1),
                        row.get(2).equals("right"),
                        Confidence.valueOf(row.get(3)),
                        Checked.features(row.get(4))))
                .toList();
    }

    static void write(Path results, List<Example> examples) throws IOException {
        Files.writeString(
                results.resolve("check-features.csv"),
                examples.stream()
                        .map(Example::line)
                        .collect(Collectors.joining("\n", "id,library,verdict,confidence,features\n", "\n")));
    }

    private String line() {
        return String.join(
                ",",
                id,
                library,
                right ? "right" : "wrong",
                confidence.name(),
                features.entrySet().stream()
                        .map(feature -> feature.getKey() + "=" + feature.getValue())
                        .collect(Collectors.joining(";", "\"", "\"")));
    }

    /// What was read of releases that nobody had read before, as a check shows them: the model is asked about such.
    boolean isFresh() {
        return id.startsWith("first-") || isOfService();
    }

    boolean isOfService() {
        return id.startsWith("service-");
    }

    /// The draw that it was read in.
    String draw() {
        return id.replaceFirst(":.*", "");
    }

    boolean isPin() {
        return id.equals("pin");
    }

    boolean isShown() {
        return confidence != Confidence.POSSIBLE;
    }
}
