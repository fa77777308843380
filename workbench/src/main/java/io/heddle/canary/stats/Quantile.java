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

    /// @param tick resolution of the recorded values, at least 1
    /// @return in the unit of the histogram; not a number for an empty one
    static double of(AbstractHistogram histogram, double q, long tick) {
        long total = histogram.getTotalCount();
        if (total == 0) {
            return Double.NaN;
        }
        double rank = Math.clamp((total + 1 / 3.0) * q + 1 / 3.0, 1, total);
        long lower = Math.min((long) rank, total);
        long upper = Math.min(lower + 1, total);
        double atLower = Double.NaN;
        long below = 0;
        long value = histogram.getMinValue();
        while (true) {
            long count = histogram.getCountAtValue(value);
            if (Double.isNaN(atLower) && below + count >= lower) {
                atLower = inBin(histogram, value, (lower - below - 0.5) / count, tick);
            }
            if (below + count >= upper) {
                double atUpper = inBin(histogram, value, (upper - below - 0.5) / count, tick);
                return atLower + (rank - lower) * (atUpper - atLower);
            }
            below += count;
            value = histogram.nextNonEquivalentValue(value);
        }
    }

    private static double inBin(AbstractHistogram histogram, long value, double share, long tick) {
        return histogram.lowestEquivalentValue(value)
                + share * Math.max(histogram.sizeOfEquivalentValueRange(value), tick);
    }
}
