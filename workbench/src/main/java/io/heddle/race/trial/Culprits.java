package io.heddle.race.trial;

import io.heddle.model.Certainty;
import io.heddle.model.Culprit;
import io.heddle.model.Finding;
import io.heddle.model.Fingerprints;
import io.heddle.model.Holder;
import io.heddle.model.Join;
import io.heddle.model.Match;
import io.heddle.model.Matched;
import io.heddle.model.Remedies;
import io.heddle.model.Sighting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Who held the carriers of an arm, added up over its trials at one load.
public final class Culprits {

    private static final double LEAST_SHARE = 0.05;
    private static final double LEAST_HELD = 0.01;
    private static final int MOST = 3;
    private static final int MOST_HOLDERS = 5;

    private Culprits() {}

    /// What is known of code that holds carriers before it was met.
    ///
    /// @param predicted what a check found; empty where nobody asked
    /// @param jdk feature release of the target
    public record Known(Remedies remedies, List<Finding> predicted, int jdk) {

        /// Of the finding that predicted this; empty where none did.
        String fingerprint(Holder holder) {
            List<Matched> matched = Join.of(predicted, List.of(Sighting.of(holder)), jdk);
            List<String> names = Fingerprints.of(predicted);
            return IntStream.range(0, predicted.size())
                    .filter(i -> matched.get(i).match() == Match.PREDICTED_AND_SEEN)
                    .mapToObj(names::get)
                    .findFirst()
                    .orElse("");
        }
    }

    private record Key(Holder.Cause cause, String type, String method) {}

    /// Who is to blame for a harm. Only trials in which virtual threads had to wait count: what held nobody
    /// up is no cause.
    ///
    /// @param trials of one arm at one load
    /// @return the worst first, at most three
    public static List<Culprit> of(List<TrialOutcome> trials, Known known) {
        return met(trials, trials.stream().filter(TrialOutcome::delayed).toList(), known, LEAST_SHARE, MOST);
    }

    /// Who held carriers, whoever waited: at that load of one path at which most of the carrier time was
    /// lost.
    ///
    /// @param trials of one arm
    /// @return the worst first, at most five
    public static List<Culprit> holders(List<TrialOutcome> trials, Known known) {
        return trials.stream()
                .collect(Collectors.groupingBy(
                        outcome -> outcome.trial().load(), LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(atLoad -> met(atLoad, atLoad, known, LEAST_HELD, MOST_HOLDERS))
                .max(Comparator.comparingDouble(Culprits::lost))
                .orElse(List.of());
    }

    private static double lost(List<Culprit> culprits) {
        return culprits.stream()
                .mapToDouble(culprit -> culprit.holder().lostShare())
                .sum();
    }

    private static List<Culprit> met(
            List<TrialOutcome> all, List<TrialOutcome> looked, Known known, double least, int most) {
        Map<Key, List<Holder>> byPlace = new LinkedHashMap<>();
        looked.stream()
                .flatMap(outcome -> outcome.trial().holders().stream())
                .forEach(holder -> byPlace.computeIfAbsent(
                                new Key(holder.cause(), holder.type(), holder.method()), key -> new ArrayList<>())
                        .add(holder));
        return byPlace.values().stream()
                .map(met -> culprit(met, all.size(), known))
                .filter(culprit -> culprit.holder().lostShare() >= least)
                .sorted(Comparator.comparingDouble(
                                (Culprit culprit) -> culprit.holder().lostShare())
                        .reversed())
                .limit(most)
                .toList();
    }

    /// @param met the same place, once for each trial that met it
    private static Culprit culprit(List<Holder> met, int trials, Known known) {
        Holder sum = sum(met, trials);
        return new Culprit(sum, met.size(), trials, known.remedies().of(sum, known.jdk()), known.fingerprint(sum));
    }

    /// The longest tells the line and the stack. A trial that did not meet it lost nothing to it.
    private static Holder sum(List<Holder> met, int trials) {
        Holder longest = met.stream()
                .max(Comparator.comparingDouble(Holder::longestMillis))
                .orElseThrow();
        Set<String> signals = new LinkedHashSet<>();
        met.forEach(holder -> signals.addAll(holder.signals()));
        return new Holder(
                longest.cause(),
                longest.type(),
                longest.method(),
                longest.line(),
                longest.artifact(),
                met.stream().mapToLong(Holder::count).sum(),
                met.stream().mapToDouble(Holder::totalMillis).sum(),
                longest.longestMillis(),
                met.stream().mapToDouble(Holder::lostShare).sum() / trials,
                met.stream().anyMatch(holder -> holder.certainty() == Certainty.CONFIRMED)
                        ? Certainty.CONFIRMED
                        : Certainty.SUSPECTED,
                List.copyOf(signals),
                longest.stack(),
                longest.detail());
    }
}
