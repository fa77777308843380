package io.heddle.fix.lock;

import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import java.util.List;

/// A place in byte code where a monitor is entered, waited for or notified.
///
/// @param line of it, 0 where the class file does not tell
/// @param cast whether the code names the object by an interface: it must be cast to have its fields
/// @param outer the monitors that the method holds there, the last that was entered first
public record MonitorSite(Method method, Kind kind, int line, LockObject object, boolean cast, List<LockObject> outer) {

    MonitorSite(Method method, Kind kind, int line, LockObject object, List<LockObject> outer) {
        this(method, kind, line, object, false, outer);
    }

    /// What happens there.
    public enum Kind {
        METHOD,
        BLOCK,
        WAIT,
        /// for a time that is above 0 on every path
        TIMED_WAIT,
        /// for a time that may be 0, which means for ever
        UNSURE_WAIT,
        /// with nanoseconds
        PRECISE_WAIT,
        NOTIFY,
        HOLDS_LOCK;

        boolean enters() {
            return this == METHOD || this == BLOCK;
        }
    }

    Type owner() {
        return method.owner();
    }

    /// As people find it.
    public String place() {
        return method.qualifiedName() + (line > 0 ? ":" + line : "");
    }
}
