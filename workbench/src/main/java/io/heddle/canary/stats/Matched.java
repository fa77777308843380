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
///
/// The cut deals out the values in ascending order, each to a place that is drawn from all that are free, which makes
/// every cut as likely as any other. So no sample has to be sorted, and values above the quantile are not dealt out.
final class Matched {

    /// More samples of the larger arm make the ratio hardly surer.
    private static final int MOST_SAMPLES = 8;

    private final AbstractHistogram from;
    private final Quantile.Ranks ranks;
    private final Grid grid;
    private final SplittableRandom random;
    /// Places that are free in each sample, and at the end those of values that are in none.
    private final int[] free;
    /// Values of the bin at hand that each sample was dealt.
    private final int[] dealt;
    private final Span[] atLower;
    private int places;
    private int open;
    private Span sum = Span.exact(0);

    private Matched(
            AbstractHistogram from, int samples, int size, Quantile.Ranks ranks, Grid grid, SplittableRandom random) {
        this.from = from;
        this.ranks = ranks;
        this.grid = grid;
        this.random = random;
        places = Math.toIntExact(from.getTotalCount());
        free = new int[samples + 1];
        dealt = new int[samples + 1];
        atLower = new Span[samples];
        Arrays.fill(free, 0, samples, size);
        free[samples] = places - samples * size;
        Arrays.fill(atLower, Span.exact(Double.NaN));
        open = samples;
    }

    /// The mean logarithm of a quantile over random samples of a size.
    ///
    /// @param size of each sample, at least 1, at most that of the histogram
    static Span logQuantile(AbstractHistogram from, int size, double q, Grid grid, SplittableRandom random) {
        long total = from.getTotalCount();
        if (size == total) {
            return Quantile.of(from, q, grid).log();
        }
        int samples = (int) Math.min(MOST_SAMPLES, total / size);
        Matched matched = new Matched(from, samples, size, Quantile.Ranks.of(size, q), grid, random);
        for (long value = from.getMinValue(); matched.open > 0; value = from.nextNonEquivalentValue(value)) {
            long count = from.getCountAtValue(value);
            if (count > 0) {
                matched.deal(value, count);
            }
        }
        return matched.sum.times(1.0 / samples);
    }

    private void deal(long value, long count) {
        for (long left = count; left > 0; left--) {
            int place = random.nextInt(places--);
            int sample = 0;
            while (place >= free[sample]) {
                place -= free[sample++];
            }
            free[sample]--;
            dealt[sample]++;
        }
        for (int sample = 0; sample < atLower.length; sample++) {
            if (dealt[sample] > 0) {
                take(sample, value);
            }
        }
        Arrays.fill(dealt, 0);
    }

    /// One sample was dealt values of a bin.
    private void take(int sample, long value) {
        int upTo = ranks.size() - free[sample];
        int below = upTo - dealt[sample];
        if (below < ranks.lower() && ranks.lower() <= upTo) {
            atLower[sample] = grid.place(from, value, (ranks.lower() - below - 0.5) / dealt[sample]);
        }
        if (below < ranks.upper() && ranks.upper() <= upTo) {
            Span atUpper = grid.place(from, value, (ranks.upper() - below - 0.5) / dealt[sample]);
            sum = sum.plus(ranks.between(atLower[sample], atUpper).log());
            open--;
        }
    }
}
