package io.heddle.report.check;

import io.heddle.model.Exposure;
import io.heddle.model.Finding;
import io.heddle.model.Fingerprints;
import io.heddle.model.Measured;
import io.heddle.model.RunBy;
import io.heddle.report.check.CheckReport.Item;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// One cause with its places: findings of one monitor and one sink. Findings without a monitor that go the same way
/// from their first call on, as many methods that a generator wrote do, are one cause where they are many.
///
/// @param item the place that weighs most
/// @param others its other places
record FindingGroup(Item item, List<Item> others) {

    /// So many of a kind without a monitor are each shown.
    private static final int MOST_ALIKE = 5;

    /// Of what is surer hardly a larger share turned out right, see `docs/results/check-calibration.md`.
    private static final double SURE = 0.65;
    /// From here on a finding is rather right than wrong.
    private static final double LIKELY = 0.5;

    private static final Comparator<Finding> FIRST = Comparator.comparing(
                    (Finding finding) -> finding.context().owner())
            .thenComparing(Comparator.comparingDouble(weight()).reversed());

    /// Severity × probability × exposure: what is told first.
    private static ToDoubleFunction<Finding> weight() {
        return finding -> severity(finding)
                * probability(finding)
                * (isMeasuredWait(finding) ? 1 : exposure(finding.context().exposure()));
    }

    private static boolean isMeasuredWait(Finding finding) {
        return finding.context().measured().filter(Measured::isWait).isPresent();
    }

    private static double severity(Finding finding) {
        return switch (finding.severity()) {
            case DEADLOCK -> 1;
            case STALL -> 0.8;
            case SLOW -> 0.3;
            case MEMORY -> 0.2;
            case ADVICE -> 0.1;
        };
    }

    // Findings that no model rated have the shares of a reading by their level.
    private static double probability(Finding finding) {
        return finding.odds().isKnown()
                ? finding.odds().probability()
                : switch (finding.confidence()) {
                    case CERTAIN -> 0.8;
                    case LIKELY -> 0.5;
                    case POSSIBLE -> 0.1;
                };
    }

    /// The end points that run any of its findings.
    RunBy runBy() {
        List<RunBy> all = Stream.concat(Stream.of(item), others.stream())
                .map(one -> one.finding().context().runBy())
                .toList();
        return new RunBy(
                all.stream()
                        .flatMap(one -> one.endPoints().stream())
                        .distinct()
                        .sorted()
                        .toList(),
                all.stream().mapToInt(RunBy::of).max().orElse(0));
    }

    private static double exposure(Exposure exposure) {
        return switch (exposure) {
            case EACH_REQUEST -> 1;
            case SOME_REQUESTS -> 0.2;
            case UNKNOWN -> 0.02;
            case ONCE -> 0.01;
        };
    }

    /// The causes of findings: the target's own first, then by weight.
    static List<FindingGroup> of(List<Item> items) {
        List<Item> sorted = items.stream()
                .sorted(Comparator.comparing(Item::finding, FIRST))
                .toList();
        Map<String, List<Item>> groups = new LinkedHashMap<>();
        sorted.forEach(item -> groups.computeIfAbsent(Fingerprints.group(item.finding()), _ -> new ArrayList<>(1))
                .add(item));
        List<FindingGroup> causes = new ArrayList<>();
        for (Item item : sorted) {
            List<Item> alike = groups.getOrDefault(Fingerprints.group(item.finding()), List.of());
            if (item.finding().context().monitor().isEmpty() && alike.size() <= MOST_ALIKE) {
                causes.add(new FindingGroup(item, List.of()));
            } else if (alike.getFirst() == item) {
                causes.add(new FindingGroup(item, alike.subList(1, alike.size())));
            }
        }
        return causes;
    }

    Finding finding() {
        return item.finding();
    }

    boolean isOwn() {
        return finding().context().owner() == Finding.Owner.OWN;
    }

    /// Whether it is likely enough to be told first. So is what each request runs. Where the maintainers of a library
    /// say that a later release mends such places, what requests meet needs to be rather right than wrong only. Of
    /// one's own code all is told that an end point is known to run.
    boolean isSure() {
        boolean matters = isMetByRequests() && !finding().advice().isEmpty();
        return isAtLeast(matters ? LIKELY : SURE)
                || finding().context().exposure() == Exposure.EACH_REQUEST
                || isOwn() && finding().context().runBy().isKnown();
    }

    /// Whether it is certain of one's own code: no odds hide it.
    boolean isCertainOfOwn() {
        return isOwn() && finding().confidence() == Finding.Confidence.CERTAIN;
    }

    /// Whether it is rather right than wrong.
    boolean isLikely() {
        return isAtLeast(LIKELY);
    }

    private boolean isAtLeast(double probability) {
        return !finding().odds().isKnown() || finding().odds().probability() >= probability || isMeasured();
    }

    /// Whether a recording shows it.
    boolean isMeasured() {
        return finding().context().measured().isPresent();
    }

    boolean isReachedByRequests() {
        return finding().reach() == Finding.Reach.REQUEST;
    }

    /// Whether its path is taken only while the service starts or stops, as far as is known: the thread that starts a
    /// service is none of the virtual ones. What has no path is an object or a setting, which lasts.
    boolean isRunAtStart() {
        return finding().context().exposure() == Exposure.ONCE
                && !isReachedByRequests()
                && (!finding().context().monitor().isEmpty()
                        || !finding().path().isEmpty());
    }

    boolean isMetByRequests() {
        return finding().context().exposure().isMetByRequests();
    }

    /// All places, the one that weighs most first.
    List<Item> items() {
        return Stream.concat(Stream.of(item), others.stream()).toList();
    }

    /// What is to be added to the finding's reason; empty where nothing is.
    String more() {
        return others.isEmpty()
                ? ""
                : "; " + CheckPhrases.number(others.size())
                        + (finding().context().monitor().isEmpty()
                                ? " more methods share the rest of the path"
                                : " more " + (others.size() == 1 ? "place holds" : "places hold") + " "
                                        + finding().context().monitor() + " for it");
    }

    /// Findings in all.
    int count() {
        return 1 + others.size();
    }
}
