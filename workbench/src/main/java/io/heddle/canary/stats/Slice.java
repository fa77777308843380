package io.heddle.canary.stats;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.zip.DataFormatException;
import org.HdrHistogram.IntCountsHistogram;

/// What both arms answered in one short span of time.
public final class Slice {

    private static final long LONGEST_MICROS = 3_600_000_000L;
    private static final int DIGITS = 2;
    private static final long MOST_PARTS = 64;
    private static final double MICROS = 1_000;

    private final Arm baseline = new Arm();
    private final Arm canary = new Arm();

    /// What is recorded of a latency: longer ones count as an hour.
    public static long micros(double millis) {
        return Math.clamp(Math.round(millis * MICROS), 0, LONGEST_MICROS);
    }

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

    /// All that it holds.
    public void save(DataOutput out) throws IOException {
        baseline.save(out);
        canary.save(out);
    }

    /// Becomes what was saved.
    public void restore(DataInput in) throws IOException {
        baseline.restore(in);
        canary.restore(in);
    }

    /// What one arm answered. The latency of errors is left out: a canary that fails fast is not fast.
    public static final class Arm {

        private final IntCountsHistogram micros = new IntCountsHistogram(1, LONGEST_MICROS, DIGITS);
        private long answers;
        private double sum;
        private long errors;
        private long refusals;

        /// One request.
        ///
        /// @param millis latency, at least 0
        public void take(double millis, Outcome outcome) {
            if (outcome == Outcome.FAILED) {
                errors++;
                return;
            }
            refusals += outcome == Outcome.REFUSED ? 1 : 0;
            long recorded = Slice.micros(millis);
            micros.recordValue(recorded);
            answers++;
            sum += recorded / MICROS;
        }

        /// Requests that were counted by others: evenly spread between two latencies, as Prometheus reads a bucket.
        public void take(double fromMillis, double toMillis, long count) {
            long parts = Math.min(count, MOST_PARTS);
            for (long i = 0; i < parts; i++) {
                double millis = fromMillis + (toMillis - fromMillis) * (i + 0.5) / parts;
                long share = count * (i + 1) / parts - count * i / parts;
                micros.recordValueWithCount(Slice.micros(millis), share);
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

        /// Of those that were counted already.
        public void takeRefusals(long count) {
            refusals += count;
        }

        long answers() {
            return answers;
        }

        public long errors() {
            return errors;
        }

        /// Of the answers.
        public long refusals() {
            return refusals;
        }

        public long requests() {
            return answers + errors;
        }

        double mean() {
            return sum / answers;
        }

        /// The logarithm of a quantile, on average over samples of a size.
        ///
        /// @param size the largest number for the whole
        Span logQuantile(double q, Grid grid, int size, SplittableRandom random) {
            return size == Integer.MAX_VALUE
                    ? Quantile.of(micros, q, grid).log()
                    : Matched.logQuantile(micros, size, q, grid, random);
        }

        private void add(Arm other) {
            if (other.answers > 0) {
                micros.add(other.micros);
            }
            answers += other.answers;
            sum += other.sum;
            errors += other.errors;
            refusals += other.refusals;
        }

        private void save(DataOutput out) throws IOException {
            out.writeLong(answers);
            out.writeDouble(sum);
            out.writeLong(errors);
            out.writeLong(refusals);
            if (answers > 0) {
                ByteBuffer bytes = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
                int length = micros.encodeIntoCompressedByteBuffer(bytes);
                out.writeInt(length);
                out.write(bytes.array(), 0, length);
            }
        }

        private void restore(DataInput in) throws IOException {
            clear();
            answers = in.readLong();
            sum = in.readDouble();
            errors = in.readLong();
            refusals = in.readLong();
            if (answers > 0) {
                int length = in.readInt();
                if (length < 0 || length > micros.getNeededByteBufferCapacity()) {
                    throw new IOException("a histogram of " + length + " bytes");
                }
                byte[] bytes = new byte[length];
                in.readFully(bytes);
                try {
                    micros.add(
                            IntCountsHistogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), LONGEST_MICROS));
                } catch (DataFormatException | IllegalArgumentException e) {
                    throw new IOException("a histogram that cannot be read", e);
                }
            }
        }

        private void clear() {
            if (answers > 0) {
                micros.reset();
            }
            answers = 0;
            sum = 0;
            errors = 0;
            refusals = 0;
        }
    }
}
