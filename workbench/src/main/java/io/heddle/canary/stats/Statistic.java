package io.heddle.canary.stats;

import java.math.BigDecimal;
import java.util.SplittableRandom;

/// A figure of latencies, compared between the arms of a block.
public sealed interface Statistic {

    /// Such as `p95`.
    String name();

    /// The logarithm of the canary's figure over the baseline's.
    ///
    /// @param grids resolution of the latencies
    Span logRatio(Slice block, Grids grids, SplittableRandom random);

    /// Requests that a block needs in either arm.
    long least();

    /// A quantile.
    ///
    /// @param q above 0 and below 1
    record OfQuantile(double q) implements Statistic {

        /// Requests beyond a quantile: fewer leave it to chance.
        private static final int BEYOND = 5;
        private static final int LEAST = 30;
        /// From so many times the least on, samples are large enough not to be matched: their bias is below 0.2 %.
        private static final int LARGE = 20;

        @Override
        public String name() {
            return "p"
                    + BigDecimal.valueOf(q)
                            .movePointRight(2)
                            .stripTrailingZeros()
                            .toPlainString()
                            .replace(".", "");
        }

        @Override
        public Span logRatio(Slice block, Grids grids, SplittableRandom random) {
            Slice.Arm baseline = block.arm(Side.BASELINE);
            Slice.Arm canary = block.arm(Side.CANARY);
            long size = Math.min(baseline.answers(), canary.answers());
            int matched = size >= LARGE * least() ? Integer.MAX_VALUE : (int) size;
            return canary.logQuantile(q, grids.canary(), matched, random)
                    .minus(baseline.logQuantile(q, grids.baseline(), matched, random));
        }

        @Override
        public long least() {
            return Math.max(LEAST, (long) Math.ceil(BEYOND / Math.min(q, 1 - q) - 1e-9));
        }
    }

    /// The mean, which a burst or a long tail moves.
    record OfMean() implements Statistic {

        private static final int LEAST = 400;
        private static final double MICROS = 1_000;

        @Override
        public String name() {
            return "mean";
        }

        @Override
        public Span logRatio(Slice block, Grids grids, SplittableRandom random) {
            return mean(block, Side.CANARY, grids).minus(mean(block, Side.BASELINE, grids));
        }

        private static Span mean(Slice block, Side side, Grids grids) {
            return Span.exact(block.arm(side).mean() * MICROS)
                    .plus(grids.of(side).meanShift())
                    .log();
        }

        @Override
        public long least() {
            return LEAST;
        }
    }
}
