package io.heddle.race;

import io.heddle.model.Certainty;
import io.heddle.model.Culprit;
import io.heddle.model.Holder;
import io.heddle.model.Remedies;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Who held the carriers of an arm, added up over its trials at one load. Only trials in which virtual threads had to
/// wait count: what held nobody up is no cause.
final class Culprits {

    private static final double LEAST_SHARE = 0.05;
    private static final int MOST = 3;

    private Culprits() {}

    private record Key(Holder.Cause cause, String type, String method) {}

    /// @param trials of one arm at one load
    /// @param jdk feature release of the target
    /// @return the worst first, at most three
    static List<Culprit> of(List<Outcome> trials, Remedies remedies, int jdk) {
        Map<Key, List<Holder>> byPlace = new LinkedHashMap<>();
        trials.stream()
                .filter(Outcome::delayed)
                .flatMap(outcome -> outcome.trial().holders().stream())
                .forEach(holder -> byPlace.computeIfAbsent(
                                new Key(holder.cause(), holder.type(), holder.method()), key -> new ArrayList<>())
                        .add(holder));
        return byPlace.values().stream()
                .map(met -> culprit(met, trials.size(), remedies, jdk))
                .filter(culprit -> culprit.holder().lostShare() >= LEAST_SHARE)
                .sorted(Comparator.comparingDouble(
                                (Culprit culprit) -> culprit.holder().lostShare())
                        .reversed())
                .limit(MOST)
                .toList();
    }

    /// @param met the same place, once for each trial that met it
    private static Culprit culprit(List<Holder> met, int trials, Remedies remedies, int jdk) {
        Holder sum = sum(met, trials);
        return new Culprit(sum, met.size(), trials, remedies.of(sum, jdk));
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
