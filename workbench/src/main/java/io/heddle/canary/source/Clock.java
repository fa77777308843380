package io.heddle.canary.source;

/// When a line that does not say so came.
interface Clock {

    /// For lines that come from the past: they must say it themselves.
    Clock NONE = () -> Double.NaN;

    /// For lines that come as soon as they are written.
    Clock ARRIVAL = () -> System.currentTimeMillis() / 1e3;

    /// Seconds since 1970; not a number where that cannot be known.
    double now();
}
