package io.heddle.canary.stats;

/// Paired time blocks of one length.
///
/// @param count of blocks
/// @param length in shortest blocks
/// @param mean of their values
/// @param deviation of a value
/// @param alike correlation of a block with the next
public record Blocks(long count, int length, double mean, double deviation, double alike) {

    private static final double MOST_INFLATED = 0.9;

    static final Blocks NONE = new Blocks(0, 1, Double.NaN, Double.NaN, Double.NaN);

    /// Whether there are enough, and independent enough.
    public boolean enough() {
        return count >= Ladder.LEAST && alike < Ladder.MOST_ALIKE;
    }

    /// How far the mean may be off at this and every other look; infinite where there are not enough.
    ///
    /// @param alpha two-sided error over all looks
    public double radius(double alpha) {
        if (!enough()) {
            return Double.POSITIVE_INFINITY;
        }
        // What likeness is left makes the mean less sure by (1 + ρ) / (1 − ρ), were they an autoregression. The
        // estimate
        // of ρ is low by (1 + 3ρ) / n on average (Kendall, Biometrika 41, 1954), and off by about 1 / √n: taken at
        // its upper end, it does not make few blocks of a burst look independent.
        double known = Math.max(0, alike);
        double rho = Math.min(MOST_INFLATED, alike + (1 + 3 * known) / count + 1 / Math.sqrt((double) count));
        double error = deviation * Math.sqrt((1 + Math.max(0, rho)) / (1 - Math.max(0, rho)) / count);
        return error == 0 ? 0 : error * Sequence.radius((double) count, alpha);
    }
}
