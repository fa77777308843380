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
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a look says in words.
final class Sentences {

    private static final int MANY = 1_000_000;

    private Sentences() {}

    static String quantile(double q) {
        return new Statistic.OfQuantile(q).name();
    }

    static String worse(CanaryMetric metric) {
        return metric.name() + " of the canary "
                + (isLatency(metric) ? "is " : "are ")
                + metric.interval() + " of the baseline's, more than the "
                + percent(metric.tolerance()) + " allowed";
    }

    static String wasWorse(CanaryMetric metric) {
        return metric.name() + " of the canary "
                + (isLatency(metric) ? "was" : "were")
                + " shown to be worse than the " + percent(metric.tolerance()) + " allowed";
    }

    /// It compares latencies, and not how often something happens.
    static boolean isLatency(CanaryMetric metric) {
        return !metric.name().equals(Looks.ERRORS) && !metric.name().equals(Looks.REFUSALS);
    }

    /// @param shown all that a pass needs
    static String pass(List<CanaryMetric> shown) {
        List<CanaryMetric> counted =
                shown.stream().filter(metric -> !isLatency(metric)).toList();
        return shown.stream()
                        .filter(Sentences::isLatency)
                        .map(CanaryMetric::name)
                        .collect(Collectors.joining(" and "))
                + " are shown to be no worse within "
                + percent(counted.getFirst().tolerance())
                + told(counted.stream().filter(metric -> metric.high() < Looks.DOUBLED), " not to have doubled")
                + told(counted.stream().filter(metric -> metric.high() >= Looks.DOUBLED), " of the canary to be rare");
    }

    private static String told(Stream<CanaryMetric> metrics, String what) {
        String names = metrics.map(CanaryMetric::name).collect(Collectors.joining(" and "));
        return names.isEmpty() ? "" : ", and " + names + what;
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
        Blocks highs = series.highs();
        double room = Math.log1p(plan.tolerance()) - highs.mean();
        if (room <= 0 && series.lows().mean() < Math.log1p(plan.tolerance()) && highs.mean() > blocks.mean()) {
            return coarse(series, plan);
        }
        if (room <= 0) {
            return "lies above the tolerance, and its interval reaches below it";
        }
        double each = highs.radius(2 * plan.alpha())
                / Sequence.radius(highs.count(), 2 * plan.alpha())
                * Math.sqrt(highs.count());
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

    /// More requests would show nothing: the clock's ticks are too long for the tolerance.
    private static String coarse(Series series, CanaryPlan plan) {
        Blocks highs = series.highs();
        double known = highs.mean() - series.lows().mean();
        double tick = series.tick();
        double decides = Math.min(tick / 10, tick * Math.log1p(plan.tolerance()) / known);
        double clock = Math.pow(10, Math.floor(Math.log10(decides) + 1e-9));
        double allowed = Math.expm1(highs.mean() + highs.radius(2 * plan.alpha()));
        return "cannot be told by a clock with ticks of " + millis(tick) + ", which leaves "
                + String.format(
                        Locale.ROOT, "%.2f–%.2f×", Math.exp(series.lows().mean()), Math.exp(highs.mean()))
                + ": latencies in ticks of " + millis(Math.max(1, clock)) + ", or a tolerance of "
                + (allowed < 10 ? (long) Math.ceil(100 * allowed + 1) + " %" : "ten times") + ", would decide";
    }

    private static String millis(double micros) {
        return BigDecimal.valueOf(micros / 1_000).stripTrailingZeros().toPlainString() + " ms";
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

    /// That the canary answers less than before, which no latency of an answer shows.
    static String fallen(AnsweredShare.Fall fall) {
        return String.format(
                Locale.ROOT,
                "the canary answers a smaller part of the requests: %.0f %% of all before %s, %.0f %% since. Requests"
                        + " that hang leave no line in a log. Look whether it still answers; where its weight was"
                        + " lowered on purpose, judge it anew from then on",
                100 * fall.before(),
                fall.since().truncatedTo(ChronoUnit.SECONDS),
                100 * fall.now());
    }
}
