package io.heddle.race;

import java.time.Duration;
import java.time.Instant;

/// A moment, and how long ago it is, even where the machine's clock has been set meanwhile.
///
/// @param at by the machine's clock
/// @param nanos the same moment by [System#nanoTime()]
record Since(Instant at, long nanos) {

    static Since now() {
        return new Since(Instant.now(), System.nanoTime());
    }

    /// How long ago, 0 or more.
    Duration passed() {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    boolean longerThan(Duration wait) {
        return passed().compareTo(wait) > 0;
    }
}
