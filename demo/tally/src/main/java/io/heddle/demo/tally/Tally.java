package io.heddle.demo.tally;

import java.util.concurrent.atomic.AtomicLongArray;

/// How often each method of a list was entered. It lies on the boot class path, where each class loader sees
/// it.
public final class Tally {

    /// More methods than this are not counted.
    public static final int MOST = 1 << 16;

    private static final AtomicLongArray ENTRIES = new AtomicLongArray(MOST);

    private Tally() {}

    /// The current thread enters a method; woven code calls it.
    ///
    /// @param method its place in the list
    public static void entered(int method) {
        ENTRIES.getAndIncrement(method);
    }

    /// Entries of a method since it was asked for last.
    static long take(int method) {
        return ENTRIES.get(method) == 0 ? 0 : ENTRIES.getAndSet(method, 0);
    }
}
