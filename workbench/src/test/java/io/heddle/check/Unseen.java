package io.heddle.check;

import io.heddle.check.input.Inputs;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Checks the releases that `unseen.csv` names, and prints of how many of its methods what was expected is said.
public final class Unseen {

    /// They wait under the monitor of their callers, which are found: docs/results/check-unseen.md.
    private static final Set<String> NAMED_WRONGLY =
            Set.of("BasicResourcePool.awaitAvailable", "ClientCnxn.waitForPacketFinish");

    private Unseen() {}

    /// A row of the table.
    ///
    /// @param place class without its package, and method
    private record Row(String release, String place, boolean found) {}

    /// Argument: the home of a JDK 21.
    public static void main(String[] arguments) throws IOException {
        Map<String, List<Finding>> checked = new LinkedHashMap<>();
        Set<String> missed = new HashSet<>();
        int right = 0;
        List<Row> rows = rows();
        for (Row row : rows) {
            List<Finding> findings =
                    checked.computeIfAbsent(row.release, release -> check(release, Path.of(arguments[0])));
            boolean found = findings.stream()
                    .filter(finding -> finding.severity().compareTo(Severity.SLOW) <= 0)
                    .anyMatch(finding -> row.place.equals(
                            finding.type().substring(finding.type().lastIndexOf('.') + 1) + "." + finding.method()));
            right += found == row.found ? 1 : 0;
            if (found != row.found) {
                missed.add(row.place);
            }
            System.out.println((found == row.found ? "right " : found ? "FALSE " : "MISSED ") + row.release + " "
                    + row.place + ", of " + findings.size());
        }
        System.out.println(right + " of " + rows.size() + " as expected");
        missed.removeAll(NAMED_WRONGLY);
        if (!missed.isEmpty()) {
            System.out.println("Not known before: " + missed);
            System.exit(1);
        }
    }

    private static List<Row> rows() throws IOException {
        try (InputStream file = Objects.requireNonNull(Unseen.class.getResourceAsStream("unseen.csv"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(",", -1))
                    .map(cells -> new Row(cells[0], cells[1], cells[2].equals("found")))
                    .toList();
        }
    }

    private static List<Finding> check(String release, Path jdk21) {
        Inputs inputs = Inputs.of(List.of(release), List.of(), false, System.err::println);
        return Checker.run(new CheckOptions(
                        inputs.targets(),
                        inputs.libraries(),
                        inputs.artifacts(),
                        List.of(21),
                        Map.of(21, jdk21),
                        false,
                        Confidence.LIKELY,
                        Set.of()))
                .findings();
    }
}
