package io.heddle.canary;

import io.heddle.canary.stats.Outcome;
import io.heddle.canary.stats.Side;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;

/// Roll-outs whose latencies differ by less than a tick of the clock that took them.
///
/// The baseline's latencies lie around a level, the canary's around the same level times and plus something; 1 % are
/// errors in both. Half of the requests go to the canary.
///
/// @param level of the baseline, in ticks
/// @param spread standard deviation, in ticks
/// @param times the canary's latency over the baseline's
/// @param plus ticks that the canary is slower by beyond that
/// @param clock of either arm: the baseline's, then the canary's
/// @param rate requests a second, both arms
record Ticked(double level, double spread, Form form, double times, double plus, Clocks clock, double rate) {

    private static final double ERRORS = 0.01;
    private static final double TICK_MILLIS = 1;

    /// How latencies lie around their level.
    enum Form {
        NORMAL,
        /// Exponential from a least latency on.
        SKEWED,
        /// Three in five lie at one latency, the others at a higher one.
        TWO_POINTS
    }

    /// How latencies are rounded to milliseconds.
    enum Clocks {
        DOWN(Math::floor, Math::floor),
        NEAREST(Math::rint, Math::rint),
        UP(Math::ceil, Math::ceil),
        /// The canary's in microseconds.
        BASELINE_ONLY(Math::floor, x -> x),
        FINE(x -> x, x -> x);

        private final DoubleUnaryOperator baseline;
        private final DoubleUnaryOperator canary;

        Clocks(DoubleUnaryOperator baseline, DoubleUnaryOperator canary) {
            this.baseline = baseline;
            this.canary = canary;
        }
    }

    /// What was shown, and when.
    ///
    /// @param failed seconds until some metric was worse; infinite for never
    /// @param passed seconds until the canary passed; infinite for never
    record Shown(double failed, double passed) {}

    Ticked with(Clocks other) {
        return new Ticked(level, spread, form, times, plus, other, rate);
    }

    /// One roll-out, looked at every two seconds, until it fails.
    Shown run(double seconds, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Judge judge = new Judge(CanaryPlan.DEFAULT, true);
        double passed = Double.POSITIVE_INFINITY;
        double until = Judge.SLICE_SECONDS;
        double t = 0;
        while (t < seconds) {
            t -= Math.log1p(-random.nextDouble()) / rate;
            while (t >= until) {
                io.heddle.model.Canary look = judge.look();
                if (look.metrics().stream()
                        .anyMatch(metric -> metric.shown() == io.heddle.model.CanaryMetric.Shown.WORSE)) {
                    return new Shown(until, passed);
                }
                if (look.kind() == io.heddle.model.Canary.Kind.PASS) {
                    passed = Math.min(passed, until);
                }
                until += Judge.SLICE_SECONDS;
            }
            boolean canary = random.nextBoolean();
            double alone = level + spread * form(random);
            double millis = Math.max(0, canary ? alone * times + plus : alone) * TICK_MILLIS;
            double logged = (canary ? clock.canary : clock.baseline).applyAsDouble(millis / TICK_MILLIS) * TICK_MILLIS;
            judge.take(
                    canary ? Side.CANARY : Side.BASELINE,
                    1_700_000_000 + t,
                    logged,
                    random.nextDouble() < ERRORS ? Outcome.FAILED : Outcome.SERVED);
        }
        return new Shown(Double.POSITIVE_INFINITY, passed);
    }

    /// Of mean 0 and standard deviation 1.
    private double form(SplittableRandom random) {
        return switch (form) {
            case NORMAL -> random.nextGaussian();
            case SKEWED -> -Math.log1p(-random.nextDouble()) - 1;
            case TWO_POINTS -> random.nextDouble() < 0.6 ? -Math.sqrt(2 / 3.0) : Math.sqrt(1.5);
        };
    }
}
