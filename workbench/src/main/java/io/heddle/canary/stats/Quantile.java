package io.heddle.canary.stats;

import org.HdrHistogram.AbstractHistogram;

/// A quantile of a sample that must mean the same in a large arm and in a small one.
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
        long below = 0;
        long value = histogram.getMinValue();
        long max = histogram.getMaxValue();
        while (value <= max) {
            long width = histogram.sizeOfEquivalentValueRange(value);
            long count = histogram.getCountAtValue(value);
            if (count > 0 && below + count + 0.5 > rank) {
                double share = Math.clamp((rank - below - 0.5) / count, 0, 1);
                return histogram.lowestEquivalentValue(value) + share * Math.max(width, tick);
            }
            below += count;
            value = histogram.nextNonEquivalentValue(value);
        }
        return max;
    }
}
