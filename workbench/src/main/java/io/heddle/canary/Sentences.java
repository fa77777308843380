package io.heddle.canary;

import io.heddle.canary.stats.Blocks;
import io.heddle.canary.stats.Errors;
import io.heddle.canary.stats.Ladder;
import io.heddle.canary.stats.Sequence;
import io.heddle.canary.stats.Series;
import io.heddle.canary.stats.Side;
import io.heddle.canary.stats.Statistic;
import io.heddle.model.Canary.Kind;
import io.heddle.model.CanaryMetric;
import io.heddle.model.CanaryMetric.Shown;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// What a look says in words.
final class Sentences {

    private static final int MANY = 1_000_000;

    private Sentences() {}

    static String quantile(double q) {
        return new Statistic.OfQuantile(q).name();
    }

    static String worse(CanaryMetric metric) {
        return metric.name() + " of the canary "
                + (metric.name().equals(Looks.ERRORS) ? "are " : "is ")
                + metric.interval() + " of the baseline's, more than the "
                + percent(metric.tolerance()) + " allowed";
    }

    static String wasWorse(CanaryMetric metric) {
        return metric.name() + " of the canary "
                + (metric.name().equals(Looks.ERRORS) ? "were" : "was")
                + " shown to be worse than the " + percent(metric.tolerance()) + " allowed";
    }

    /// @param shown all that a pass needs, errors last
    static String pass(List<CanaryMetric> shown) {
        CanaryMetric errors = shown.getLast();
        return shown.stream().limit(shown.size() - 1).map(CanaryMetric::name).collect(Collectors.joining(" and "))
                + " are shown to be no worse within "
                + percent(errors.tolerance())
                + (errors.high() < Looks.DOUBLED
                        ? ", and errors not to have doubled"
                        : ", and the canary's errors to be rarer than " + percent(Looks.RARE));
    }

    /// What a verdict that is kept hides.
    ///
    /// @param kept `passed` or `failed`
    /// @param metrics as they are now
    /// @param toShow those that a pass needs
    static String since(Kind kept, Instant at, Kind now, List<CanaryMetric> metrics, List<CanaryMetric> toShow) {
        String changed = switch (now) {
            case FAIL -> told(metrics, Shown.WORSE) + " worse";
            case UNDECIDED -> told(toShow, Shown.NEITHER) + " neither worse nor shown to be no worse";
            case PASS -> told(toShow, Shown.NO_WORSE) + " no worse";
        };
        return (kept == Kind.PASS ? "passed" : "failed") + " at " + at.truncatedTo(ChronoUnit.SECONDS)
                + ", and that verdict is kept; since then: " + changed;
    }

    private static String told(List<CanaryMetric> metrics, Shown shown) {
        return metrics.stream()
                .filter(metric -> metric.shown() == shown)
                .map(metric -> metric.name() + " " + metric.interval())
                .collect(Collectors.joining(", "));
    }

    /// What a metric of latency still needs.
    static String needed(Series series, Blocks blocks, CanaryPlan plan) {
        if (series.closed() < Ladder.LEAST) {
            return "has " + series.closed() + " of " + Ladder.LEAST + " blocks; one takes " + series.least()
                    + " requests of either arm";
        }
        if (blocks.count() < Ladder.LEAST) {
            return "has " + blocks.count() + " of " + Ladder.LEAST + " blocks that are not of a cold arm";
        }
        if (!blocks.independent()) {
            return "needs longer blocks: each resembles the next by "
                    + String.format(Locale.ROOT, "%.2f", blocks.alike()) + ", and 0.20 is allowed";
        }
        double room = Math.log1p(plan.tolerance()) - blocks.mean();
        if (room <= 0) {
            return "lies above the tolerance, and its interval reaches below it";
        }
        double each = blocks.radius(2 * plan.alpha())
                / Sequence.radius(blocks.count(), 2 * plan.alpha())
                * Math.sqrt(blocks.count());
        // The radius falls with the number of blocks: the least number is between two that are tried.
        long few = blocks.count();
        long n = few + 1;
        while (n < MANY && each / Math.sqrt(n) * Sequence.radius(n, 2 * plan.alpha()) > room) {
            few = n;
            n *= 2;
        }
        while (n - few > 1 + few / 50) {
            long middle = (few + n) / 2;
            if (each / Math.sqrt(middle) * Sequence.radius(middle, 2 * plan.alpha()) > room) {
                few = middle;
            } else {
                n = middle;
            }
        }
        return "needs about " + (n >= MANY ? "a million" : String.valueOf(n - blocks.count())) + " more blocks";
    }

    /// What errors still need.
    static String errors(Errors errors, double share, double rare) {
        if (errors.slices() < Ladder.LEAST) {
            return "have " + errors.slices() + " of " + Ladder.LEAST + " blocks";
        }
        return errors.errors(Side.CANARY) + " of the canary, " + errors.errors(Side.BASELINE)
                + " of the baseline: a doubling is not refuted, nor are the canary's shown to be below "
                + percent(rare) + " (" + percent(share) + " so far)";
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.3g", share * 100).replaceAll("\\.?0+$", "") + " %";
    }
}
