package io.heddle.check.graph;

import org.jspecify.annotations.Nullable;

/// A monitor that is held, and those that were entered before it.
///
/// @param object of the monitor
/// @param offset of the instruction that entered it; -1 for a synchronized method's own
/// @param line of that instruction, 0 when unknown
record Held(Value object, int offset, int line, @Nullable Held outer) {

    private static int depth(@Nullable Held held) {
        int depth = 0;
        for (Held at = held; at != null; at = at.outer) {
            depth++;
        }
        return depth;
    }

    static boolean same(@Nullable Held one, @Nullable Held other) {
        Held a = one;
        Held b = other;
        while (a != null && b != null && a != b && a.offset == b.offset) {
            a = a.outer;
            b = b.outer;
        }
        return a == b;
    }

    /// What two paths that meet both hold: the monitors that were entered first, as far as they are the same.
    static @Nullable Held common(@Nullable Held one, @Nullable Held other) {
        Held a = one;
        Held b = other;
        int excess = depth(a) - depth(b);
        for (; excess > 0 && a != null; excess--) {
            a = a.outer;
        }
        for (; excess < 0 && b != null; excess++) {
            b = b.outer;
        }
        while (a != null && b != null && !same(a, b)) {
            a = a.outer;
            b = b.outer;
        }
        return a;
    }

    /// The monitor that was entered first.
    Held outermost() {
        Held at = this;
        while (at.outer != null) {
            at = at.outer;
        }
        return at;
    }
}
