package io.heddle.model;

import java.util.Locale;

/// What is shown of one metric: the canary's figure over the baseline's, with an interval that holds at every look.
///
/// @param name such as `p95`, `mean` or `errors`
/// @param estimate ratio canary over baseline; not a number where nothing is known yet
/// @param low the end that a fail rests on: it holds for all metrics at once; 0 where nothing is known
/// @param high the end that a pass rests on; infinite where nothing is known
/// @param tolerance share by which the canary may be worse, such as 0.1
/// @param nBaseline requests of the baseline that the figure rests on
/// @param nCanary requests of the canary
/// @param blocks independent time blocks that the interval rests on
/// @param blockSeconds mean length of such a block; 0 without blocks
/// @param autocorrelation of a block with the next, −1 to 1; not a number where there are too few
/// @param needed what is still missing, in words; empty when something is shown
public record CanaryMetric(
        String name,
        double estimate,
        double low,
        double high,
        double tolerance,
        Shown shown,
        long nBaseline,
        long nCanary,
        long blocks,
        double blockSeconds,
        double autocorrelation,
        String needed) {

    /// The estimate with its interval, such as `1.54× [1.43–1.65]`; open ends are told as such, and `–` where nothing
    /// is known yet.
    public String interval() {
        if (!Double.isFinite(estimate)) {
            return "–";
        }
        if (low <= 0 && Double.isInfinite(high)) {
            return Figures.times(estimate) + " [no interval yet]";
        }
        return Figures.times(estimate)
                + String.format(Locale.ROOT, " [%.2f–", low)
                + (Double.isInfinite(high) ? "∞]" : String.format(Locale.ROOT, "%.2f]", high));
    }

    /// What the interval says.
    public enum Shown {
        NO_WORSE,
        WORSE,
        NEITHER
    }
}
