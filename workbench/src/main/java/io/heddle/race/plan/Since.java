package io.heddle.race.plan;

import java.time.Duration;
import java.time.Instant;

/// A moment, and how long ago it is, even where the machine's clock has been set meanwhile.
///
/// @param at by the machine's clock
/// @param nanos the same moment by [System#nanoTime()]
public record Since(Instant at, long nanos) {

    public static Since now() {
        return new Since(Instant.now(), System.nanoTime());
    }

    /// How long ago, 0 or more.
    public Duration passed() {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    public boolean longerThan(Duration wait) {
        return passed().compareTo(wait) > 0;
    }
}
