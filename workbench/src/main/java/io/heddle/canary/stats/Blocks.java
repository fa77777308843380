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

    /// Whether there are so many that they show anything.
    public boolean enough() {
        return count >= Ladder.LEAST;
    }

    /// Whether a block resembles the next so little that the mean of more of them is surer.
    public boolean independent() {
        return alike < Ladder.MOST_ALIKE;
    }

    /// How far the mean may be off at this and every other look; infinite where there are not enough. Blocks that
    /// resemble each other make the mean no surer than one block alone does.
    ///
    /// @param alpha two-sided error over all looks
    public double radius(double alpha) {
        if (!enough()) {
            return Double.POSITIVE_INFINITY;
        }
        double error = deviation / Math.sqrt(independent() ? independentBlocks() : 1);
        return error == 0 ? 0 : error * Sequence.radius((double) count, alpha);
    }

    /// How many independent blocks would make the mean as sure.
    ///
    /// In an autoregression the likeness ρ leaves n (1 − ρ) / (1 + ρ) of n blocks. The estimate of ρ is low by
    /// (1 + 3ρ) / n on average (Kendall, Biometrika 41, 1954), and off by about 1 / √n: taken at its upper end,
    /// it does not make few blocks of a burst look independent.
    private double independentBlocks() {
        double upper = alike + (1 + 3 * Math.max(0, alike)) / count + 1 / Math.sqrt((double) count);
        double rho = Math.clamp(upper, 0, MOST_INFLATED);
        return count * (1 - rho) / (1 + rho);
    }
}
