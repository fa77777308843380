package io.heddle.race.verdict;

import io.heddle.model.Bystander;
import io.heddle.model.Comparison;
import io.heddle.model.Figures;
import io.heddle.model.Load;
import io.heddle.model.Trial;
import io.heddle.race.bound.KnownBounds;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.plan.RaceOptions.BystanderChoice;
import io.heddle.race.requests.Workload;
import io.heddle.race.trial.TrialOutcome;
import io.heddle.race.verdict.Comparisons.Compared;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// Harm to bystanders: one path that starves all others is the outage for which people go back to platform
/// threads.
public final class Bystanders {

    /// A 99th percentile that is higher by less than this factor is not harm.
    private static final double HARM = 1.25;

    /// Nor is one that is higher by less than this, in milliseconds: nobody notices.
    private static final double NOTICED = 100;

    /// Share of requests that fail.
    private static final double FAIL = 0.05;

    private static final int LEAST_JVMS = 2;

    /// Below any latency that can be measured, in milliseconds, so that a ratio exists.
    private static final double LEAST = 0.001;

    private Bystanders() {}

    /// What is asked beside a load on a path; empty where the load is open or nobody is to be asked.
    ///
    /// @param raced paths that have not been given up
    public static Optional<Workload> choose(
            RaceOptions options, KnownBounds bounds, List<String> raced, String workload, Load load) {
        if (load instanceof Load.Open) {
            return Optional.empty();
        }
        return switch (options.bystander()) {
            case BystanderChoice.Nobody() -> Optional.empty();
            case BystanderChoice.Asked(Workload asked) -> Optional.of(asked);
            case BystanderChoice.Another(Workload otherwise) ->
                Stream.concat(quickestFirst(options, bounds, raced), Stream.of(otherwise))
                        // a path beside itself shows its own queue
                        .filter(other -> !other.name().equals(workload))
                        .findFirst();
        };
    }

    /// Without those that block others: that would be blamed on the path beside which they are asked.
    private static Stream<Workload> quickestFirst(RaceOptions options, KnownBounds bounds, List<String> raced) {
        return options.workloads().stream()
                .filter(workload -> raced.contains(workload.name()))
                .filter(workload -> bounds.oneAtATime(workload.name()).isEmpty())
                .sorted(Comparator.comparingDouble(
                        workload -> bounds.serviceOf(workload.name()).millis()));
    }

    static double p99(Trial trial) {
        return Math.max(LEAST, Objects.requireNonNull(trial.bystander()).p99Millis());
    }

    /// The path that was asked beside these trials.
    static String path(List<TrialOutcome> trials) {
        return of(trials).map(Bystander::path).findFirst().orElse("");
    }

    /// Whether a comparison is of bystanders.
    static boolean judges(Compared c) {
        return c.comparison().metric() == Comparison.Metric.BYSTANDER_P99;
    }

    /// Whether the requests to another path are shown to wait longer in the arm above.
    static boolean harmed(Compared c) {
        return failsAlone(c)
                || c.comparison().ratio().low() > HARM && c.meanAbove() - c.meanBelow() > NOTICED
                || waitsForCarriers(c);
    }

    // Longer in each JVM of the arm above than in any of the other, for want of carriers.
    private static boolean waitsForCarriers(Compared c) {
        double least = c.above().stream()
                .mapToDouble(outcome -> p99(outcome.trial()))
                .min()
                .orElse(0);
        double most = c.below().stream()
                .mapToDouble(outcome -> p99(outcome.trial()))
                .max()
                .orElse(0);
        return judges(c) && least > HARM * most && least - most > NOTICED && CarriersHeld.byWaitsInEachAbove(c);
    }

    /// Whether more JVMs could show that they do.
    static boolean mayBeHarmed(Compared c) {
        return c.comparison().ratio().estimate() > HARM && c.meanAbove() - c.meanBelow() > NOTICED;
    }

    /// Whether more than a few of them fail in each JVM of the arm above, and none in the other.
    private static boolean failsAlone(Compared c) {
        return c.above().size() >= LEAST_JVMS
                && of(c.above()).allMatch(bystander -> bystander.failed() > FAIL * bystander.requests())
                && of(c.below()).allMatch(bystander -> bystander.failed() == 0);
    }

    /// Such as `requests to /api/quote waited up to 9.60 s while 10 clients used /api/locked; in the
    /// platform arm 400 ms`.
    static String sentence(Compared c) {
        String clients = c.comparison().load() instanceof Load.Closed(int connections)
                ? String.format(Locale.ROOT, "%,d %s", connections, connections == 1 ? "client" : "clients")
                : "clients";
        if (failsAlone(c)) {
            return String.format(
                    Locale.ROOT,
                    "%,d of %,d requests to %s failed while %s used %s; in the %s arm none",
                    of(c.above()).mapToLong(Bystander::failed).sum(),
                    of(c.above()).mapToLong(Bystander::requests).sum(),
                    path(c.above()),
                    clients,
                    c.comparison().workload(),
                    c.comparison().against());
        }
        return "requests to " + path(c.above()) + " waited up to " + Figures.millis(longest(c.above())) + " while "
                + clients + " used " + c.comparison().workload() + "; in the "
                + c.comparison().against() + " arm " + Figures.millis(longest(c.below()));
    }

    private static double longest(List<TrialOutcome> trials) {
        return of(trials).mapToDouble(Bystander::maxMillis).max().orElse(0);
    }

    private static Stream<Bystander> of(List<TrialOutcome> trials) {
        return trials.stream()
                .flatMap(outcome -> Stream.ofNullable(outcome.trial().bystander()));
    }
}
