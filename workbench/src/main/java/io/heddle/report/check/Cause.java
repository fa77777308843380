package io.heddle.report.check;

import io.heddle.model.Finding;
import io.heddle.report.check.CheckReport.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A finding for all that go the same way from their first call on, as many methods that a generator wrote do: where a
/// reader is shown some, one of them tells it all.
///
/// @param others how many more there are, 0 where they are few enough to be shown themselves
record Cause(Item item, int others) {

    /// So many of a kind are each shown.
    private static final int MOST_ALIKE = 5;

    /// What findings have in common that are alike.
    private record Way(String rule, String artifact, Finding.Severity severity, List<String> rest, String sink) {

        static Way of(Finding finding) {
            return new Way(
                    finding.rule(),
                    finding.artifact(),
                    finding.severity(),
                    finding.path().stream()
                            .skip(1)
                            .map(step -> step.type() + "." + step.method())
                            .toList(),
                    finding.sink());
        }
    }

    /// The causes of findings, in the order of the first of each.
    static List<Cause> of(List<Item> items) {
        Map<Way, List<Item>> ways = new LinkedHashMap<>();
        List<Cause> causes = new ArrayList<>();
        items.forEach(item -> ways.computeIfAbsent(Way.of(item.finding()), _ -> new ArrayList<>(1))
                .add(item));
        for (Item item : items) {
            Way way = Way.of(item.finding());
            List<Item> alike = ways.getOrDefault(way, List.of());
            if (way.rest.isEmpty() || alike.size() <= MOST_ALIKE) {
                causes.add(new Cause(item, 0));
            } else if (alike.getFirst() == item) {
                causes.add(new Cause(item, alike.size() - 1));
            }
        }
        return causes;
    }

    /// What is to be added to the finding's reason; empty where nothing is.
    String more() {
        return others == 0 ? "" : "; " + Said.number(others) + " more methods share the rest of the path";
    }

    /// Findings in all.
    int count() {
        return 1 + others;
    }
}
