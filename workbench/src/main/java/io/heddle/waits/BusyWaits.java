package io.heddle.waits;

import java.util.List;
import java.util.Optional;

/// Tells of code that runs whether it only waits: in the method of a pool in which threads wait for what it lends, with
/// nothing but the pool's own code within.
public final class BusyWaits {

    private BusyWaits() {}

    /// For people.
    ///
    /// @param awaited as [#of] tells it
    public static String words(String awaited) {
        return "a busy wait for " + awaited;
    }

    /// What it waits for, such as `a connection of Agroal`; empty where it works.
    ///
    /// @param stack of a thread that runs, innermost first
    public static Optional<String> of(List<StackFrame> stack) {
        if (stack.isEmpty()) {
            return Optional.empty();
        }
        ThreadSnapshot thread = new ThreadSnapshot(0, "", false, "", "", ThreadSnapshot.Locks.NONE, "", false, stack);
        return Classifier.KNOWN
                .busy(thread)
                .flatMap(Activity::pool)
                .map(pool -> (pool.lends().startsWith("o") ? "an " : "a ") + pool.lends() + " of " + pool.title());
    }
}
