package io.heddle.canary.stats;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.HdrHistogram.AbstractHistogram;

/// Compares a small sample with a large one without the bias of small samples.
///
/// A quantile of few values is not, on average, that of many: of 100 and 400 equal latencies with a long tail the p95
/// differ by 2.6 % on average, and in a canary's block the canary is the small one. So the larger sample is cut, at
/// random, into samples of the smaller one's size, and the logarithms of their quantiles are averaged: then both
/// sides err alike, whatever the size, and the log ratio of equal arms is 0 on average.
final class Matched {

    /// More samples of the larger arm make the ratio hardly surer.
    private static final int MOST_SAMPLES = 8;

    private Matched() {}

    /// The mean logarithm of a quantile over random samples of a size.
    ///
    /// @param size of each sample, at least 1, at most that of the histogram
    static double logQuantile(AbstractHistogram from, int size, double q, long tick, SplittableRandom random) {
        int samples = (int) Math.min(MOST_SAMPLES, from.getTotalCount() / size);
        long[] values = values(from);
        double sum = 0;
        for (int k = 0; k < samples; k++) {
            if (size < values.length) {
                draw(values, k * size, (k + 1) * size, random);
            }
            sum += Math.log(Quantile.of(values, k * size, size, q, tick, from));
        }
        return sum / samples;
    }

    /// Moves values that are drawn at random from those not drawn yet into a stretch, in their order.
    private static void draw(long[] values, int begin, int end, SplittableRandom random) {
        for (int i = begin; i < end; i++) {
            int drawn = i + random.nextInt(values.length - i);
            long value = values[drawn];
            values[drawn] = values[i];
            values[i] = value;
        }
        Arrays.sort(values, begin, end);
    }

    /// Ascending.
    private static long[] values(AbstractHistogram from) {
        long[] values = new long[Math.toIntExact(from.getTotalCount())];
        int n = 0;
        for (long value = from.getMinValue(); n < values.length; value = from.nextNonEquivalentValue(value)) {
            for (long left = from.getCountAtValue(value); left > 0; left--) {
                values[n++] = value;
            }
        }
        return values;
    }
}
