package io.heddle.canary.stats;

import java.math.BigDecimal;

/// A figure of one arm's latencies in one block.
public sealed interface Statistic {

    String name();

    /// @param tickMicros resolution of the latencies
    /// @return in any unit that both arms share
    double of(Slice.Arm arm, long tickMicros);

    /// Requests that a block needs in either arm.
    ///
    /// @param beyond requests on the rarer side of a quantile
    /// @param atLeast requests whatever the figure is
    long least(int beyond, int atLeast);

    /// @param q above 0 and below 1
    record OfQuantile(double q) implements Statistic {

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
        public double of(Slice.Arm arm, long tickMicros) {
            return arm.quantile(q, tickMicros);
        }

        @Override
        public long least(int beyond, int atLeast) {
            return Math.max(atLeast, (long) Math.ceil(beyond / Math.min(q, 1 - q) - 1e-9));
        }
    }

    /// The mean, which a burst or a long tail moves.
    record OfMean() implements Statistic {

        @Override
        public String name() {
            return "mean";
        }

        @Override
        public double of(Slice.Arm arm, long tickMicros) {
            return arm.mean();
        }

        @Override
        public long least(int beyond, int atLeast) {
            return 2L * atLeast;
        }
    }
}
