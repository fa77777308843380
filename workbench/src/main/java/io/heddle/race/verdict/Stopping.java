package io.heddle.race.verdict;

import io.heddle.model.Comparison;
import io.heddle.model.Load;
import io.heddle.model.Verdict;
import io.heddle.race.trial.TrialOutcome;
import io.heddle.race.verdict.Comparisons.Compared;
import java.util.List;
import java.util.Optional;

/// When a path is raced no further, since its verdict can no longer change.
public final class Stopping {

    /// Both arms within this share of one bound that no threads can exceed.
    private static final double AT_BOUND = 0.97;

    /// A comparison that is nowhere near harm.
    private static final double CALM = 0.95;

    private static final double CALM_P99 = 1.25;
    private static final int INTERVAL = 2;

    private Stopping() {}

    /// After as many JVMs of each arm as of the other.
    ///
    /// @param compared at the confidence of an early look
    /// @param verdict of the same, with what is said of carriers that stand still
    /// @param jvms an arm so far
    /// @param least JVMs an arm that a bound needs to decide, at least 1
    /// @return why it ends; empty when it goes on
    public static Optional<String> of(List<Compared> compared, Verdict verdict, int jvms, int least) {
        Optional<Compared> primary =
                compared.stream().filter(c -> c.comparison().primary()).findFirst();
        if (verdict.kind() == Verdict.Kind.HARM) {
            return jvms >= INTERVAL ? Optional.of("harm is shown") : Optional.empty();
        }
        if (primary.isEmpty()) {
            return Optional.empty();
        }
        Compared main = primary.orElseThrow();
        if (Overwhelmed.both(main)) {
            return Optional.of("the load breaks both arms");
        }
        boolean plain = !verdict.text().contains(", but ");
        if (!compared.stream().allMatch(c -> c == main || isCalm(c)) || !plain) {
            return Optional.empty();
        }
        return switch (verdict.kind()) {
            case GAIN ->
                jvms >= INTERVAL || jvms >= least && Verdicts.exceedsBound(main)
                        ? Optional.of("the gain is shown")
                        : Optional.empty();
            case NO_GAIN -> {
                if (jvms >= least && isSound(main) && Verdicts.atOneBound(main, AT_BOUND)) {
                    yield Optional.of("both arms are at one bound");
                }
                if (jvms < INTERVAL) {
                    yield Optional.empty();
                }
                if (Verdicts.isOfCpu(main)) {
                    yield Optional.of("the CPU limits both arms");
                }
                yield Verdicts.isEqual(main) ? Optional.of("the arms are shown to be equal") : Optional.empty();
            }
            case UNDECIDED, HARM -> Optional.empty();
        };
    }

    /// The closed loads that need no further JVM, since one bound limits all arms there. A gain goes on, for its
    /// interval.
    ///
    /// @param compared each arm that is judged against the first
    /// @param arms that are judged
    public static List<Load> ended(List<Compared> compared, int arms) {
        return compared.stream()
                .map(c -> c.comparison().load())
                .distinct()
                .filter(Load.Closed.class::isInstance)
                .filter(load -> {
                    List<Compared> there = compared.stream()
                            .filter(c -> c.comparison().load().equals(load))
                            .toList();
                    return there.stream().filter(Stopping::isOfThroughput).count() == arms
                            && there.stream()
                                    .allMatch(c -> isSound(c)
                                            && (isOfThroughput(c) ? Verdicts.limitedAlike(c, AT_BOUND) : isCalm(c)));
                })
                .toList();
    }

    private static boolean isOfThroughput(Compared c) {
        return c.comparison().metric() == Comparison.Metric.THROUGHPUT;
    }

    private static boolean isSound(Compared c) {
        return c.above().stream().allMatch(TrialOutcome::isSound)
                && c.below().stream().allMatch(TrialOutcome::isSound);
    }

    private static boolean isCalm(Compared c) {
        return isSound(c)
                && switch (c.comparison().metric()) {
                    case THROUGHPUT -> c.comparison().ratio().estimate() >= CALM;
                    case P99 -> c.comparison().ratio().estimate() <= CALM_P99;
                    case BYSTANDER_P99 -> !Bystanders.mayBeHarmed(c);
                };
    }
}
