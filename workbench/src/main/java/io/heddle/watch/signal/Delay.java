package io.heddle.watch.signal;

/// A virtual thread that ran later than it should have.
///
/// @param start nanoseconds since the epoch when it should have run
/// @param nanos how late
/// @param virtual false for a platform thread, which shows what the machine is late by itself
public record Delay(long start, long nanos, boolean virtual) {

    public long end() {
        return start + nanos;
    }
}
