package io.heddle.canary.stats;

import org.HdrHistogram.AbstractHistogram;

/// A quantile of a sample.
///
/// The rank is (n + 1/3) q + 1/3, whose value is above and below the true quantile equally often whatever the
/// distribution and the size of the sample (Hyndman and Fan, "Sample quantiles in statistical packages", The American
/// Statistician 50, 1996, type 8). Values that share a bin count as evenly spread over it; those that share a tick of
/// the clock that took them lie where [Grid] says.
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

        Span between(Span atLower, Span atUpper) {
            return atLower.times(1 - share).plus(atUpper.times(share));
        }
    }

    /// @param grid resolution of the recorded values
    /// @return in the unit of the histogram; not a number for an empty one
    static Span of(AbstractHistogram histogram, double q, Grid grid) {
        long total = histogram.getTotalCount();
        if (total == 0) {
            return Span.exact(Double.NaN);
        }
        Ranks ranks = Ranks.of(Math.toIntExact(total), q);
        Span atLower = Span.exact(Double.NaN);
        long below = 0;
        long value = histogram.getMinValue();
        while (true) {
            long count = histogram.getCountAtValue(value);
            if (Double.isNaN(atLower.middle()) && below + count >= ranks.lower()) {
                atLower = grid.place(histogram, value, (ranks.lower() - below - 0.5) / count);
            }
            if (below + count >= ranks.upper()) {
                return ranks.between(atLower, grid.place(histogram, value, (ranks.upper() - below - 0.5) / count));
            }
            below += count;
            value = histogram.nextNonEquivalentValue(value);
        }
    }
}
