package io.heddle.watch.signal;

import io.heddle.model.Holder.Cause;
import io.heddle.waits.StackFrame;
import java.util.List;

/// One time in which one thread kept a carrier.
///
/// @param thread id of the virtual thread
/// @param start nanoseconds since the epoch
/// @param nanos how long
/// @param type binary name of the class that holds; that of the class being initialised for an initialiser
/// @param compensated the scheduler had another carrier instead, so nobody waited for this one
public record Hold(
        Signal signal,
        Cause cause,
        long thread,
        long start,
        long nanos,
        String type,
        String method,
        int line,
        List<StackFrame> stack,
        boolean compensated,
        String detail) {

    /// What people read of one that is compensated.
    public static final String COMPENSATED = "the scheduler adds a carrier meanwhile";

    private static final String AT_LIMIT = "the scheduler has no further carrier to add for it:"
            + " jdk.virtualThreadScheduler.maxPoolSize is reached";

    /// The same where the scheduler has no other carrier to add.
    public Hold beyondLimit() {
        return compensated
                ? new Hold(signal, cause, thread, start, nanos, type, method, line, stack, false, AT_LIMIT)
                : this;
    }

    /// The same, as if the scheduler had no other carrier to add.
    public Hold uncompensated() {
        return new Hold(signal, cause, thread, start, nanos, type, method, line, stack, false, detail);
    }

    /// When it ended, nanoseconds since the epoch.
    public long end() {
        return start + nanos;
    }

    /// The part of it that lies between two instants which it overlaps.
    public Hold between(long from, long to) {
        long begin = Math.max(start, from);
        return new Hold(
                signal,
                cause,
                thread,
                begin,
                Math.min(end(), to) - begin,
                type,
                method,
                line,
                stack,
                compensated,
                detail);
    }

    /// Whether they share a moment.
    public boolean overlaps(long from, long to) {
        return start < to && from < end();
    }
}
