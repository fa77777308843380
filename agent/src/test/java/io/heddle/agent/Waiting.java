package io.heddle.agent;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// Waits for what another process does, by looking again and again, and never for ever.
final class Waiting {

    private static final Duration LIMIT = Duration.ofSeconds(90);

    private Waiting() {}

    /// Looks until the condition holds.
    ///
    /// @param state what to say when it never does
    static void until(java.util.function.BooleanSupplier condition, Supplier<String> state) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not within " + LIMIT.toSeconds() + " s: " + state.get());
            }
            LockSupport.parkNanos(10_000_000);
        }
    }
}
