package io.heddle.race.load;

import java.time.Duration;

/// Tells a target that is gone from one that refuses now and then: nothing but failed attempts to connect, at least
/// twenty of them, for at least two seconds. Confined to one event loop.
final class Refusals {

    private static final int ATTEMPTS = 20;
    private static final long PATIENCE = Duration.ofSeconds(2).toNanos();

    private int consecutive;
    private long first;

    /// An attempt to connect failed.
    void refused(long now) {
        if (consecutive == 0) {
            first = now;
        }
        consecutive++;
    }

    /// A connection was established, or a request answered.
    void alive() {
        consecutive = 0;
    }

    /// Whether the target is gone.
    boolean dead(long now) {
        return consecutive >= ATTEMPTS && now - first >= PATIENCE;
    }
}
