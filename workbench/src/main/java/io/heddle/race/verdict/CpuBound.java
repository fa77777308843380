package io.heddle.race.verdict;

import io.heddle.model.Comparison;
import io.heddle.model.Figures;
import io.heddle.model.Ratio;
import io.heddle.model.Verdict.Kind;
import io.heddle.race.stats.MeanRatio;
import io.heddle.race.trial.TrialOutcome;
import io.heddle.race.verdict.Comparisons.Compared;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Two arms of which each uses all the CPU time that there is: then the arm whose requests cost less of it serves
/// more, and what a request costs decides. It differs less from JVM to JVM than the throughput, of which the load
/// generator and the rest of the machine take their part. docs/decisions/cpu-bound.md has the reasons.
public final class CpuBound {

    /// Share of the CPU time that the target could have.
    private static final double FULL = 0.95;

    private static final double GAIN = 0.95;
    private static final double HARM = 1.05;

    /// A request that costs more by less than this is no reason to stay, and none to go.
    private static final double SAME = 1.10;

    /// Half width of an interval that no number of JVMs is asked for, as a logarithm.
    private static final double NARROW = 0.005;

    private CpuBound() {}

    /// Whether the CPU is the bound of both arms.
    public static boolean limits(Compared c) {
        return c.comparison().metric() == Comparison.Metric.THROUGHPUT
                && Stream.concat(c.above().stream(), c.below().stream())
                        .allMatch(outcome -> outcome.cpuShare() >= FULL
                                && outcome.trial().requests() > 0
                                && outcome.trial().cpuSeconds() > 0);
    }

    /// What a request costs, the arm above ÷ the one below.
    private static MeanRatio cost(Compared c) {
        return MeanRatio.of(millis(c.above()), millis(c.below()));
    }

    private static List<Double> millis(List<TrialOutcome> outcomes) {
        return outcomes.stream()
                .map(outcome ->
                        1_000 * outcome.trial().cpuSeconds() / outcome.trial().requests())
                .toList();
    }

    static Kind kind(Compared c) {
        Ratio cost = cost(c).interval(c.comparison().confidence());
        if (cost.low() > HARM) {
            return Kind.HARM;
        }
        if (cost.high() < GAIN) {
            return Kind.GAIN;
        }
        return cost.low() >= GAIN && cost.high() <= SAME ? Kind.NO_GAIN : Kind.UNDECIDED;
    }

    /// JVMs an arm that would decide, were they to differ as those until now; 0 where that is not known.
    public static int repetitions(Compared c) {
        MeanRatio cost = cost(c);
        double estimate = cost.logEstimate();
        double enough = Stream.of(
                        Math.min(Math.log(SAME) - estimate, estimate - Math.log(GAIN)),
                        estimate - Math.log(HARM),
                        Math.log(GAIN) - estimate)
                .mapToDouble(half -> half)
                .max()
                .orElseThrow();
        int needed =
                cost.repetitionsFor(Math.max(NARROW, enough), c.comparison().confidence());
        return needed == 0 ? 0 : Math.max(needed, c.comparison().pairs() + 1);
    }

    /// Such as `CPU limits both arms: a request costs 1.02 × [0.99–1.05]: 3.10 ms virtual, 3.04 ms platform`.
    static String text(Compared c) {
        return String.format(
                Locale.ROOT,
                "CPU limits both arms (each uses %.0f %% of what it has): a request costs %s the CPU time: %s %s, %s %s",
                100
                        * Stream.concat(c.above().stream(), c.below().stream())
                                .mapToDouble(TrialOutcome::cpuShare)
                                .min()
                                .orElseThrow(),
                c.above().size() > 1 && c.below().size() > 1
                        ? Figures.times(cost(c).interval(c.comparison().confidence()))
                        : Figures.times(Math.exp(cost(c).logEstimate())),
                Figures.millis(mean(c.above())),
                c.comparison().arm(),
                Figures.millis(mean(c.below())),
                c.comparison().against());
    }

    private static double mean(List<TrialOutcome> outcomes) {
        return millis(outcomes).stream().mapToDouble(millis -> millis).average().orElseThrow();
    }
}
