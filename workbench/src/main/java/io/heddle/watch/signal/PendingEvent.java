package io.heddle.watch.signal;

import io.heddle.waits.StackFrame;
import java.util.List;

/// An event that can be judged only when the whole recording was read: it may come before the target's class path.
///
/// @param thread id of the virtual thread
/// @param start nanoseconds since the epoch
/// @param nanos how long
/// @param reason what the event says of it; empty when nothing
/// @param other id of another thread that took part; 0 when none did
record PendingEvent(Kind kind, long thread, long start, long nanos, List<StackFrame> stack, String reason, long other) {

    enum Kind {
        PINNED,
        ENTER,
        WAIT,
        FILE,
        SUBMIT
    }
}
