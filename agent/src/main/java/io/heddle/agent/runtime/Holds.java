package io.heddle.agent.runtime;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
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
    private volatile @Nullable AtomicReferenceArray<AtomicLongArray> byPath;

    /// Begins to count: what is added before is forgotten, and takes no room.
    void open() {
        counts = new AtomicLongArray(bucket(LONGEST) + 1);
    }

    /// Counts one connection given back.
    ///
    /// @param nanos time from borrow to return
    /// @param path of the request that held it, see [Served]
    public void add(long nanos, int path) {
        AtomicLongArray open = counts;
        if (open != null) {
            int bucket = bucket(Math.max(0, Math.min(LONGEST, nanos)));
            open.getAndIncrement(bucket);
            if (path > Served.ASIDE) {
                of(path).getAndIncrement(bucket);
            }
        }
    }

    /// Those of one path; made when the path first holds something.
    private AtomicLongArray of(int path) {
        AtomicReferenceArray<AtomicLongArray> paths = byPath;
        if (paths == null) {
            synchronized (since) {
                paths = byPath;
                if (paths == null) {
                    paths = new AtomicReferenceArray<>(Served.MOST + 1);
                    byPath = paths;
                }
            }
        }
        AtomicLongArray own = paths.get(path);
        if (own != null) {
            return own;
        }
        AtomicLongArray made = new AtomicLongArray(bucket(LONGEST) + 1);
        return paths.compareAndSet(path, null, made) ? made : paths.get(path);
    }

    /// The current thread holds something from now on, until [#end].
    public void begin() {
        since.set(Lent.now());
    }

    /// The current thread gives back what it held; nothing when it did not begin.
    public void end() {
        Long began = since.get();
        if (began != null) {
            since.remove();
            add(Lent.nanos(began), Lent.path(began));
        }
    }

    /// Writes each bucket that is not empty as a pair of its middle and its count, and empties it.
    public void drainTo(JsonWriter json) {
        drain(counts, json);
    }

    /// Writes the same of each path that held something, and empties it.
    public void drainPathsTo(JsonWriter json) {
        AtomicReferenceArray<AtomicLongArray> paths = byPath;
        for (int path = 0; paths != null && path < paths.length(); path++) {
            AtomicLongArray own = paths.get(path);
            if (own != null) {
                json.beginObject().put("path", path).beginList("holds");
                drain(own, json);
                json.endList().endObject();
            }
        }
    }

    private static void drain(@Nullable AtomicLongArray open, JsonWriter json) {
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
