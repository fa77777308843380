package io.heddle.watch.signal;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/// When which virtual thread woke: it had left its carrier before. Numbers only, as a recording has a great many.
final class Sleeps {

    /// Beyond these the first ones have to do.
    private static final int MOST = 2_000_000;

    private long[] threads = new long[256];
    private long[] ends = new long[256];
    private int count;

    /// @param end nanoseconds since the epoch
    void add(long thread, long end) {
        if (count >= MOST) {
            return;
        }
        if (count == threads.length) {
            threads = Arrays.copyOf(threads, count * 2);
            ends = Arrays.copyOf(ends, count * 2);
        }
        threads[count] = thread;
        ends[count++] = end;
    }

    /// Wake-ups of some threads, by thread.
    Map<Long, NavigableSet<Long>> of(Set<Long> wanted) {
        Map<Long, NavigableSet<Long>> by = new HashMap<>();
        for (int i = 0; i < count; i++) {
            if (wanted.contains(threads[i])) {
                by.computeIfAbsent(threads[i], thread -> new TreeSet<>()).add(ends[i]);
            }
        }
        return by;
    }

    void clear() {
        count = 0;
    }
}
