package io.heddle.canary.stats;

import org.HdrHistogram.IntCountsHistogram;

/// What both arms answered in one short span of time.
public final class Slice {

    private static final long LONGEST_MICROS = 3_600_000_000L;
    private static final int DIGITS = 2;

    private final Arm baseline = new Arm();
    private final Arm canary = new Arm();

    public Arm arm(Side side) {
        return side == Side.BASELINE ? baseline : canary;
    }

    /// Both arms of another.
    public void add(Slice other) {
        baseline.add(other.baseline);
        canary.add(other.canary);
    }

    public void clear() {
        baseline.clear();
        canary.clear();
    }

    /// What one arm answered. The latency of errors is left out: a canary that fails fast is not fast.
    public static final class Arm {

        private final IntCountsHistogram micros = new IntCountsHistogram(1, LONGEST_MICROS, DIGITS);
        private long answers;
        private double sum;
        private long errors;

        /// @param millis latency, at least 0
        /// @param error it is not an answer
        public void take(double millis, boolean error) {
            if (error) {
                errors++;
            } else {
                micros.recordValue(Math.clamp(Math.round(millis * 1_000), 0, LONGEST_MICROS));
                answers++;
                sum += millis;
            }
        }

        /// Requests that were counted by others: evenly spread between two latencies, as Prometheus reads a bucket.
        public void take(double fromMillis, double toMillis, long count) {
            for (long i = 0; i < count; i++) {
                double millis = fromMillis + (toMillis - fromMillis) * (i + 0.5) / count;
                micros.recordValue(Math.clamp(Math.round(millis * 1_000), 0, LONGEST_MICROS));
            }
            answers += count;
        }

        /// The sum of latencies that belongs to requests that others counted.
        public void takeSum(double millis) {
            sum += millis;
        }

        public void takeErrors(long count) {
            errors += count;
        }

        public long answers() {
            return answers;
        }

        public long errors() {
            return errors;
        }

        public long requests() {
            return answers + errors;
        }

        double mean() {
            return sum / answers;
        }

        double quantile(double q, long tickMicros) {
            return Quantile.of(micros, q, tickMicros);
        }

        private void add(Arm other) {
            if (other.answers > 0) {
                micros.add(other.micros);
            }
            answers += other.answers;
            sum += other.sum;
            errors += other.errors;
        }

        private void clear() {
            if (answers > 0) {
                micros.reset();
            }
            answers = 0;
            sum = 0;
            errors = 0;
        }
    }
}
