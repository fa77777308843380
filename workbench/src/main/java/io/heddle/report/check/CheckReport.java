package io.heddle.report.check;

import io.heddle.model.Check;
import io.heddle.model.Difference;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import io.heddle.model.Fingerprints;
import io.heddle.model.Place;
import io.heddle.model.RuleText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/// A check with all that its reports tell beside it.
///
/// @param items the findings, in the check's order: the worst first
/// @param least confidence that is told; what is less sure is hidden
/// @param rules pages of the rules, by name
/// @param reference what the findings are held against
public record CheckReport(
        Check check, List<Item> items, Confidence least, Map<String, RuleText> rules, Reference reference) {

    /// A finding with what belongs to it.
    ///
    /// @param known whether the reference has it already
    /// @param place the line that people edit for it; empty when none is known
    record Item(Finding finding, String fingerprint, boolean known, Optional<Place> place) {}

    /// What the findings are held against.
    sealed interface Reference {

        /// Nothing: every finding counts.
        record None() implements Reference {}

        /// A file of findings that are accepted.
        ///
        /// @param file as the user named it
        /// @param gone lines of findings that are not found any more
        record Accepted(String file, List<String> gone) implements Reference {}

        /// Another release.
        ///
        /// @param target as the user named it
        /// @param went its findings that are not found any more
        record Older(String target, List<Finding> went) implements Reference {}
    }

    /// A check held against nothing.
    ///
    /// @param place where people mend a finding
    public static CheckReport of(
            Check check, Confidence least, Map<String, RuleText> rules, Function<Finding, Optional<Place>> place) {
        return new CheckReport(check, items(check.findings(), Set.of(), place), least, rules, new Reference.None());
    }

    /// The same, held against a baseline.
    public CheckReport against(String file, Baseline baseline) {
        Set<String> accepted = baseline.fingerprints();
        List<Item> marked = items.stream()
                .map(item -> new Item(item.finding, item.fingerprint, accepted.contains(item.fingerprint), item.place))
                .toList();
        return new CheckReport(
                check, marked, least, rules, new Reference.Accepted(file, baseline.gone(check.findings())));
    }

    /// The same, held against an older release.
    public CheckReport against(Check old) {
        Difference difference = Difference.of(old.findings(), check.findings());
        Set<Finding> kept = new HashSet<>(difference.kept());
        List<Item> marked = items.stream()
                .map(item -> new Item(item.finding, item.fingerprint, kept.contains(item.finding), item.place))
                .toList();
        return new CheckReport(
                check, marked, least, rules, new Reference.Older(String.join(", ", old.targets()), difference.went()));
    }

    private static List<Item> items(
            List<Finding> findings, Set<String> accepted, Function<Finding, Optional<Place>> place) {
        List<String> names = Fingerprints.of(findings);
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            items.add(new Item(
                    findings.get(i), names.get(i), accepted.contains(names.get(i)), place.apply(findings.get(i))));
        }
        return List.copyOf(items);
    }

    /// Items that the reference does not have.
    List<Item> fresh() {
        return items.stream().filter(item -> !item.known).toList();
    }

    /// Whether something new is at least as bad.
    public boolean fails(Severity least) {
        return fresh().stream().anyMatch(item -> item.finding.severity().compareTo(least) <= 0);
    }

    /// What has an item, by the item's artifact, the artifact with the worst first.
    static <T> Map<String, List<T>> byArtifact(List<T> all, Function<T, Item> item) {
        Map<String, List<T>> groups = new LinkedHashMap<>();
        all.forEach(one -> groups.computeIfAbsent(item.apply(one).finding.artifact(), _ -> new ArrayList<>())
                .add(one));
        return groups;
    }

    /// How many of the items hold on a JDK.
    static long on(int jdk, Stream<Item> items) {
        return items.filter(item -> item.finding.holdsOn(jdk)).count();
    }
}
