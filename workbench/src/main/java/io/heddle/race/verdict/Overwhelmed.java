package io.heddle.race.verdict;

import io.heddle.model.Bound;
import io.heddle.model.Load;
import io.heddle.race.bound.Bounds;
import io.heddle.race.trial.TrialOutcome;
import io.heddle.race.verdict.Comparisons.Compared;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// A load under which requests fail in both arms: what is left to compare is who was lucky, or who refuses faster.
final class Overwhelmed {

    private static final double MANY = 0.05;

    private Overwhelmed() {}

    /// Whether requests fail in each JVM of both arms.
    static boolean both(Compared c) {
        return !Bystanders.judges(c)
                && c.above().stream().allMatch(Overwhelmed::isOne)
                && c.below().stream().allMatch(Overwhelmed::isOne);
    }

    private static boolean isOne(TrialOutcome outcome) {
        return outcome.failures() > MANY * all(outcome);
    }

    /// @param compared every comparison of the path
    static String text(Compared main, List<Compared> compared) {
        String at = main.comparison().load() instanceof Load.Closed(int connections)
                ? " at " + connections + " connections"
                : "";
        return "undecided: the load breaks both: " + failed(main.above()) + " in the "
                + main.comparison().arm() + " arm and " + failed(main.below()) + " in the "
                + main.comparison().against() + " arm " + how(main) + at
                + carried(compared)
                        .map(fewer -> "; both carry " + fewer + " connections: race with --connections " + fewer)
                        .orElse("; race with fewer --connections"
                                + Bounds.least(main.below().getFirst().bounds())
                                        .map(Overwhelmed::bounded)
                                        .orElse(""));
    }

    private static String bounded(Bound bound) {
        return ", since no more comes through than " + Bounds.describe(bound);
    }

    private static Optional<Integer> carried(List<Compared> compared) {
        return compared.stream()
                .filter(c ->
                        Stream.concat(c.above().stream(), c.below().stream()).allMatch(TrialOutcome::isSound))
                .flatMap(c -> c.comparison().load() instanceof Load.Closed(int connections)
                        ? Stream.of(connections)
                        : Stream.empty())
                .max(Comparator.naturalOrder());
    }

    private static String failed(List<TrialOutcome> trials) {
        return String.format(
                Locale.ROOT,
                "%,d of %,d requests",
                trials.stream().mapToLong(TrialOutcome::failures).sum(),
                trials.stream().mapToLong(Overwhelmed::all).sum());
    }

    private static String how(Compared main) {
        return Stream.concat(main.above().stream(), main.below().stream())
                        .allMatch(outcome -> outcome.trial().errors() == 0)
                ? "timed out"
                : "failed";
    }

    private static long all(TrialOutcome outcome) {
        return outcome.trial().requests() + outcome.failures();
    }
}
