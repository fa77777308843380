package io.heddle.waits;

/// Time of threads by slots of equal length, over a window of any length: when it outgrows them, two become one.
final class Slots {

    private static final int MOST = 2_000;
    private static final long SHORTEST = 50_000_000;

    /// The window that all share.
    static final class Clock {
        private long begin = Long.MAX_VALUE;
        private long slot = SHORTEST;
        private int generation;

        /// @param at the earliest moment that will be told; only the first call counts
        void start(long at) {
            begin = begin == Long.MAX_VALUE ? at : begin;
        }

        boolean isStarted() {
            return begin != Long.MAX_VALUE;
        }

        long begin() {
            return begin;
        }

        private void reach(long end) {
            while ((end - begin) / slot >= MOST) {
                slot *= 2;
                generation++;
            }
        }

        long slot() {
            return slot;
        }

        /// How many slots there are until then, at least 1.
        int count(long end) {
            reach(end);
            return (int) Math.max(1, Math.min(MOST, (end - begin + slot - 1) / slot));
        }
    }

    private final Clock clock;
    private double[] nanos = new double[8];
    private int generation;

    Slots(Clock clock) {
        this.clock = clock;
        this.generation = clock.generation;
    }

    /// @param sign 1, or -1 to take a time out again
    void add(long start, long length, int sign) {
        long from = Math.max(start, clock.begin);
        long to = Math.max(from, start + length);
        clock.reach(to);
        fold();
        for (long at = from; at < to; ) {
            int slot = (int) ((at - clock.begin) / clock.slot);
            long next = Math.min(to, clock.begin + (slot + 1L) * clock.slot);
            if (slot >= nanos.length) {
                nanos = java.util.Arrays.copyOf(nanos, Math.min(MOST, Math.max(slot + 1, 2 * nanos.length)));
            }
            nanos[slot] += sign * (double) (next - at);
            at = next;
        }
    }

    private void fold() {
        for (; generation < clock.generation; generation++) {
            double[] folded = new double[nanos.length];
            for (int i = 0; i < nanos.length; i++) {
                folded[i / 2] += nanos[i];
            }
            nanos = folded;
        }
    }

    /// Mean threads in each slot of the window.
    ///
    /// @param count of slots
    double[] threads(int count) {
        fold();
        double[] threads = new double[count];
        for (int i = 0; i < Math.min(count, nanos.length); i++) {
            threads[i] = Math.max(0, nanos[i]) / clock.slot;
        }
        return threads;
    }
}
