package io.heddle.canary.stats;

import org.HdrHistogram.AbstractHistogram;

/// A quantile of a sample.
///
/// The rank is (n + 1/3) q + 1/3, whose value is above and below the true quantile equally often whatever the
/// distribution and the size of the sample (Hyndman and Fan, "Sample quantiles in statistical packages", The American
/// Statistician 50, 1996, type 8). Values that share a bin, or a tick of the clock that took them, count as evenly
/// spread over it, so that ties do not make the quantile jump.
final class Quantile {

    private Quantile() {}

    /// The two ranks, from 1, that a quantile lies between.
    ///
    /// @param size of the sample
    /// @param share of the way from the lower to the upper
    record Ranks(int size, int lower, int upper, double share) {

        static Ranks of(int size, double q) {
            double rank = Math.clamp((size + 1 / 3.0) * q + 1 / 3.0, 1, size);
            int lower = Math.min((int) rank, size);
            return new Ranks(size, lower, Math.min(lower + 1, size), rank - lower);
        }

        double between(double atLower, double atUpper) {
            return atLower + share * (atUpper - atLower);
        }
    }

    /// @param tick resolution of the recorded values, at least 1
    /// @return in the unit of the histogram; not a number for an empty one
    static double of(AbstractHistogram histogram, double q, long tick) {
        long total = histogram.getTotalCount();
        if (total == 0) {
            return Double.NaN;
        }
        Ranks ranks = Ranks.of(Math.toIntExact(total), q);
        double atLower = Double.NaN;
        long below = 0;
        long value = histogram.getMinValue();
        while (true) {
            long count = histogram.getCountAtValue(value);
            if (Double.isNaN(atLower) && below + count >= ranks.lower()) {
                atLower = inBin(histogram, value, (ranks.lower() - below - 0.5) / count, tick);
            }
            if (below + count >= ranks.upper()) {
                double atUpper = inBin(histogram, value, (ranks.upper() - below - 0.5) / count, tick);
                return ranks.between(atLower, atUpper);
            }
            below += count;
            value = histogram.nextNonEquivalentValue(value);
        }
    }

    /// Where a value lies in its bin.
    ///
    /// @param share of the bin's width
    static double inBin(AbstractHistogram histogram, long value, double share, long tick) {
        return histogram.lowestEquivalentValue(value)
                + share * Math.max(histogram.sizeOfEquivalentValueRange(value), tick);
    }
}
