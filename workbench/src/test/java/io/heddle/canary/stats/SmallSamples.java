package io.heddle.canary.stats;

import java.util.SplittableRandom;

/// Blocks of equal arms of unequal size: what their ratio is on average.
public final class SmallSamples {

    private SmallSamples() {}

    /// A mean of log ratios, and its standard error.
    public record Average(double mean, double error) {

        private static Average of(double sum, double squares, int count) {
            double mean = sum / count;
            return new Average(mean, Math.sqrt((squares / count - mean * mean) / count));
        }
    }

    /// @param requests of the smaller arm in a block
    public record Bias(int requests, Average plain, Average matched) {}

    /// @param times the least number of requests of a block
    public static Bias measure(double q, int times, int blocks) {
        Statistic.OfQuantile quantile = new Statistic.OfQuantile(q);
        SplittableRandom random = new SplittableRandom(3);
        int size = times * (int) quantile.least();
        double[] sums = new double[2];
        double[] squares = new double[2];
        for (int block = 0; block < blocks; block++) {
            Slice slice = new Slice();
            fill(slice.arm(Side.CANARY), size, random);
            fill(slice.arm(Side.BASELINE), 4 * size, random);
            double[] ratios = {
                slice.arm(Side.CANARY)
                        .logQuantile(q, Grid.FINE, Integer.MAX_VALUE, random)
                        .minus(slice.arm(Side.BASELINE).logQuantile(q, Grid.FINE, Integer.MAX_VALUE, random))
                        .middle(),
                quantile.logRatio(slice, Grids.FINE, random).middle()
            };
            for (int i = 0; i < ratios.length; i++) {
                sums[i] += ratios[i];
                squares[i] += ratios[i] * ratios[i];
            }
        }
        return new Bias(size, Average.of(sums[0], squares[0], blocks), Average.of(sums[1], squares[1], blocks));
    }

    /// Log-normal around 20 ms, one in fifty eight times as slow.
    private static void fill(Slice.Arm arm, int count, SplittableRandom random) {
        for (int i = 0; i < count; i++) {
            arm.take(20 * Math.exp(0.6 * random.nextGaussian()) * (random.nextDouble() < 0.02 ? 8 : 1), Outcome.SERVED);
        }
    }
}
