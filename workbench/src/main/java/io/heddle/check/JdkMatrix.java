package io.heddle.check;

import io.heddle.model.Finding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// Lays what was found on each JDK beside each other: one finding for one place, with the releases that it holds on.
final class JdkMatrix {

    private final TreeSet<Integer> releases;
    private final Map<Place, TreeMap<Integer, Finding>> found = new LinkedHashMap<>();

    /// What the rule tells of other releases, such as of those that mend a part of it, is a finding of its own.
    ///
    /// @param since first release that the rule tells of
    /// @param until last release that the rule tells of; empty for every later one
    /// @param number counts the findings of a rule in one method, from 0
    private record Place(
            String rule,
            String artifact,
            String type,
            String method,
            String descriptor,
            int since,
            Optional<Integer> until,
            int number) {

        static Place of(Finding finding) {
            return new Place(
                    finding.rule(),
                    finding.artifact(),
                    finding.type(),
                    finding.method(),
                    finding.descriptor(),
                    finding.since(),
                    finding.until(),
                    0);
        }

        Place numbered(int at) {
            return new Place(rule, artifact, type, method, descriptor, since, until, at);
        }
    }

    /// @param releases that are judged
    JdkMatrix(List<Integer> releases) {
        this.releases = new TreeSet<>(releases);
    }

    /// Adds what one JDK's classes tell of the releases that they are judged by.
    void add(RunTime runTime, List<Finding> findings) {
        Map<Place, Integer> numbers = new HashMap<>();
        for (Finding finding : findings) {
            Place place = Place.of(finding);
            Place numbered = place.numbered(numbers.merge(place, 1, Integer::sum) - 1);
            runTime.releases().stream()
                    .filter(finding::holdsOn)
                    .forEach(release -> found.computeIfAbsent(numbered, _ -> new TreeMap<>())
                            .put(release, finding));
        }
    }

    /// Every finding that holds on a release at least, told by the surest evidence, of two by the older release's.
    List<Finding> merged() {
        List<Finding> merged = new ArrayList<>();
        found.values().forEach(on -> merged.add(merge(on)));
        return merged;
    }

    private Finding merge(TreeMap<Integer, Finding> on) {
        Finding finding = on.values().stream()
                .min(Comparator.comparing(Finding::confidence))
                .orElseThrow();
        // Between two releases that were judged and differ nothing is known: the range reaches to the next
        // that was judged.
        Integer before = releases.lower(on.firstKey());
        Integer after = releases.higher(on.lastKey());
        int since = before == null ? finding.since() : Math.max(finding.since(), before + 1);
        Optional<Integer> until = after == null
                ? finding.until()
                : Optional.of(Math.min(finding.until().orElse(after - 1), after - 1));
        return finding.within(since, until);
    }
}
