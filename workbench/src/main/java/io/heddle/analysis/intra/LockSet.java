package io.heddle.analysis.intra;

import org.jspecify.annotations.Nullable;

/// The monitors that are held, the last that was entered first. No monitor is null.
///
/// @param object whose monitor it is
/// @param offset of the instruction that entered it; -1 for a synchronized method's own
/// @param line of that instruction, 0 when unknown
/// @param outer the monitors that were entered before it; null where there are none
public record LockSet(
        AbstractValue object,
        int offset,
        int line,
        @Nullable LockSet outer) {

    private static int depth(@Nullable LockSet held) {
        int depth = 0;
        for (LockSet at = held; at != null; at = at.outer) {
            depth++;
        }
        return depth;
    }

    static boolean same(@Nullable LockSet one, @Nullable LockSet other) {
        LockSet a = one;
        LockSet b = other;
        while (a != null && b != null && a != b && a.offset == b.offset) {
            a = a.outer;
            b = b.outer;
        }
        return a == b;
    }

    /// The meet: what two paths that join both hold, which is the longest common prefix in the order of
    /// entering.
    static @Nullable LockSet common(@Nullable LockSet one, @Nullable LockSet other) {
        LockSet a = one;
        LockSet b = other;
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
    public LockSet outermost() {
        LockSet at = this;
        while (at.outer != null) {
            at = at.outer;
        }
        return at;
    }
}
