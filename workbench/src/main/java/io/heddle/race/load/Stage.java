package io.heddle.race.load;

import java.time.Duration;

/// A part of a staged load at one rate.
///
/// @param rate requests a second, above 0
/// @param length above 0
public record Stage(double rate, Duration length) {

    /// Checks the ranges.
    ///
    /// @throws IllegalArgumentException if one is not above 0
    public Stage {
        if (!(rate > 0) || !length.isPositive()) {
            throw new IllegalArgumentException("stage out of range");
        }
    }
}
