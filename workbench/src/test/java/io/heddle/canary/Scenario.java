package io.heddle.canary;

import java.util.Locale;

/// A roll-out to be simulated: request by request, by the same judge that judges real ones.
///
/// Latencies are log-normal around 20 ms with spread 0.6, of which a share is eight times as slow; arrivals are
/// Poisson.
///
/// @param rate requests a second, both arms
/// @param seconds length
/// @param weights of the canary, one after the other for equal times
/// @param times the canary's latency over the baseline's
/// @param slow share of slow requests in the baseline
/// @param canarySlow and in the canary
/// @param errors share of errors in the baseline
/// @param canaryErrors and in the canary
/// @param shape what else happens, to both arms alike in distribution
record Scenario(
        String name,
        double rate,
        double seconds,
        double[] weights,
        double times,
        double slow,
        double canarySlow,
        double errors,
        double canaryErrors,
        Shape shape) {

    private static final double[] USUAL = {0.2};

    /// What happens to both arms.
    enum Shape {
        EVEN,
        /// An autoregression of the log latency, spread 0.45, correlated over 10 s (1,000 requests at 100/s), own to
        /// each arm.
        BURSTS_EACH,
        /// The same in both arms at once.
        BURSTS_SHARED,
        /// Rate and latency go up and down by 80 % and 50 % every ten minutes.
        WAVES,
        /// Latencies around 3 ms in whole milliseconds.
        TICKS,
        /// Each request waits 100 ms and computes for 1 ms; the waits of each arm drift by 1 % within half an hour.
        STEADY,
        /// Each arm is away for 10 to 60 s about every 5 minutes, and up to five times slower in the 20 s after it.
        RESTARTS,
        /// For 2 s about every 4 minutes all requests of one arm fail.
        ERROR_BURSTS,
        /// The canary's pool carries ten requests where eleven come, one after the other: its queue grows.
        OVERLOAD
    }

    static Scenario equal(String name, Shape shape) {
        return new Scenario(name, 100, 1_200, USUAL, 1, 0.02, 0.02, 0.01, 0.01, shape);
    }

    Scenario walking(double... weights) {
        return new Scenario(name, rate, seconds, weights, times, slow, canarySlow, errors, canaryErrors, shape);
    }

    Scenario slower(double times) {
        return new Scenario(name, rate, seconds, weights, times, slow, canarySlow, errors, canaryErrors, shape);
    }

    Scenario tail(double share) {
        return new Scenario(name, rate, seconds, weights, times, slow, share, errors, canaryErrors, shape);
    }

    Scenario failing(double share) {
        return new Scenario(name, rate, seconds, weights, times, slow, canarySlow, errors, share, shape);
    }

    Scenario at(double rate, double seconds) {
        return new Scenario(name, rate, seconds, weights, times, slow, canarySlow, errors, canaryErrors, shape);
    }

    /// The canary is equal, or slower by no more than the usual tolerance allows.
    boolean isAllowed() {
        return times <= 1 + CanaryPlan.DEFAULT.tolerance()
                && canarySlow <= slow
                && canaryErrors <= errors
                && shape != Shape.OVERLOAD;
    }

    double weight(double t) {
        return weights[Math.min(weights.length - 1, (int) (t / seconds * weights.length))];
    }

    /// Such as `+20 %, bursts in each arm, 100/s`.
    String said() {
        String planted = shape == Shape.OVERLOAD
                ? "overload"
                : times != 1
                        ? String.format(Locale.ROOT, "+%.0f %%", (times - 1) * 100)
                        : canaryErrors != errors
                                ? String.format(Locale.ROOT, "errors %.0f → %.0f %%", errors * 100, canaryErrors * 100)
                                : canarySlow != slow
                                        ? String.format(
                                                Locale.ROOT, "slow %.0f → %.0f %%", slow * 100, canarySlow * 100)
                                        : "equal";
        return planted + ", " + name
                + (rate == 100 && seconds == 1_200 ? "" : String.format(Locale.ROOT, ", %.0f/s", rate));
    }
}
