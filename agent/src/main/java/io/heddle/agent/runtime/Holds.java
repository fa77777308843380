package io.heddle.agent.runtime;

import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/// How long the connections of one pool were held: a histogram in nanoseconds whose buckets are at most 1/128 of their
/// value wide.
///
/// Each power of two is cut into 128 buckets of equal width; below 128 ns a bucket is a nanosecond. Longer than
/// [#LONGEST] counts as that.
public final class Holds {

    /// Nanoseconds of the last bucket's end, about 2.4 hours.
    public static final long LONGEST = (1L << 43) - 1;

    private static final int STEPS_LOG = 7;
    private static final int STEPS = 1 << STEPS_LOG;

    private final ThreadLocal<Long> since = new ThreadLocal<>();
    private volatile @Nullable AtomicLongArray counts;

    /// Begins to count: what is added before is forgotten, and takes no room.
    void open() {
        counts = new AtomicLongArray(bucket(LONGEST) + 1);
    }

    /// Counts one connection given back.
    ///
    /// @param nanos time from borrow to return
    public void add(long nanos) {
        AtomicLongArray open = counts;
        if (open != null) {
            open.getAndIncrement(bucket(Math.max(0, Math.min(LONGEST, nanos))));
        }
    }

    /// The current thread holds something from now on, until [#end].
    public void begin() {
        since.set(System.nanoTime());
    }

    /// The current thread gives back what it held; nothing when it did not begin.
    public void end() {
        Long began = since.get();
        if (began != null) {
            since.remove();
            add(System.nanoTime() - began);
        }
    }

    /// Writes each bucket that is not empty as a pair of its middle and its count, and empties it.
    public void drainTo(JsonWriter json) {
        AtomicLongArray open = counts;
        for (int i = 0; open != null && i < open.length(); i++) {
            if (open.get(i) != 0) {
                json.pair(middle(i), open.getAndSet(i, 0));
            }
        }
    }

    static int bucket(long nanos) {
        if (nanos < STEPS) {
            return (int) nanos;
        }
        int shift = 63 - STEPS_LOG - Long.numberOfLeadingZeros(nanos);
        return (shift << STEPS_LOG) + (int) (nanos >>> shift);
    }

    static long middle(int bucket) {
        if (bucket < STEPS) {
            return bucket;
        }
        int shift = (bucket >>> STEPS_LOG) - 1;
        long low = (long) (STEPS + (bucket & STEPS - 1)) << shift;
        return low + (1L << shift >> 1);
    }
}
