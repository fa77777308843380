package io.heddle.net;

import java.time.Duration;
import java.util.OptionalLong;

/// When all waiting ends.
///
/// @param nanoTime of [System#nanoTime()]; empty for never
public record Deadline(OptionalLong nanoTime) {

    /// Waits as long as each wait allows.
    public static final Deadline NONE = new Deadline(OptionalLong.empty());

    /// So long from now.
    public static Deadline in(Duration time) {
        return new Deadline(OptionalLong.of(System.nanoTime() + time.toNanos()));
    }

    public boolean isOver() {
        return !left(Duration.ofNanos(1)).isPositive();
    }

    /// How long a wait may take; 0 or less when the deadline is over.
    ///
    /// @param most of this one wait
    public Duration left(Duration most) {
        return nanoTime.isEmpty()
                ? most
                : Duration.ofNanos(Math.min(most.toNanos(), nanoTime.getAsLong() - System.nanoTime()));
    }
}
