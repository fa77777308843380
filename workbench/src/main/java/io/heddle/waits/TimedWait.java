package io.heddle.waits;

import java.util.List;

/// One time in which one thread waited or ran, as an event of a recording tells.
///
/// @param start nanoseconds since the epoch
/// @param nanos how long; for samples, the time that one stands for
/// @param stack innermost first; empty where the event has none
/// @param about what was waited for, such as the class of a monitor, or host and port of a peer; may be empty
/// @param other the thread that had it; 0 when unknown
public record TimedWait(
        Source source, Actor thread, long start, long nanos, List<StackFrame> stack, String about, long other) {

    /// What kind of event tells.
    public enum Source {
        /// Parked by `LockSupport`.
        PARK,
        /// At the entry of a monitor.
        ENTER,
        /// In `Object.wait`.
        OBJECT_WAIT,
        SOCKET,
        FILE,
        SLEEP,
        /// A sample of a thread that runs.
        RUNNING
    }

    /// Who waited.
    ///
    /// @param name may be empty
    public record Actor(long id, String name, boolean virtual) {}

    long end() {
        return start + nanos;
    }
}
