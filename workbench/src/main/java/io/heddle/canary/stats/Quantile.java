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
        double rank = rank(total, q);
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

    /// The same of some values of a histogram.
    ///
    /// @param values ascending from `begin` on
    static double of(long[] values, int begin, int size, double q, long tick, AbstractHistogram histogram) {
        double rank = rank(size, q);
        int lower = Math.min((int) rank, size);
        double atLower = ranked(values, begin, size, lower, tick, histogram);
        double atUpper = ranked(values, begin, size, Math.min(lower + 1, size), tick, histogram);
        return atLower + (rank - lower) * (atUpper - atLower);
    }

    private static double ranked(long[] values, int begin, int size, int rank, long tick, AbstractHistogram histogram) {
        int first = begin + rank - 1;
        int last = first;
        while (first > begin && values[first - 1] == values[last]) {
            first--;
        }
        while (last + 1 < begin + size && values[last + 1] == values[first]) {
            last++;
        }
        return inBin(histogram, values[first], (begin + rank - first - 0.5) / (last + 1 - first), tick);
    }

    private static double rank(long size, double q) {
        return Math.clamp((size + 1 / 3.0) * q + 1 / 3.0, 1, size);
    }

    private static double inBin(AbstractHistogram histogram, long value, double share, long tick) {
        return histogram.lowestEquivalentValue(value)
                + share * Math.max(histogram.sizeOfEquivalentValueRange(value), tick);
    }
}
