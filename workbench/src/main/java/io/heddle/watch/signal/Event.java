package io.heddle.watch.signal;

import io.heddle.waits.StackFrame;
import java.util.List;

/// One event of the flight recorder, whoever decoded it. A field that its JDK does not write is empty or 0.
///
/// Valid until the next one is told: what is to be kept is taken from it at once.
public interface Event {

    /// Such as `jdk.ThreadSleep`.
    String type();

    /// By which the recording's own settings name the type.
    long typeNumber();

    /// Nanoseconds since the epoch.
    long start();

    /// How long it took, nanoseconds; 0 when it is a moment.
    long nanos();

    /// A thread that an event names.
    ///
    /// @param id 0 when unknown
    /// @param name empty when it has none, or unknown
    record Who(long id, boolean virtual, String name) {

        public static final Who NOBODY = new Who(0, false, "");
    }

    /// The thread in a field; [Who#NOBODY] when there is none.
    Who thread(String field);

    String text(String field);

    long number(String field);

    /// A number with a fraction; 0 when there is none.
    double real(String field);

    /// A length of time in nanoseconds; 0 when it is undefined, which the recorder writes as the least number
    /// there is.
    long span(String field);

    /// Binary name of the class in a field.
    String className(String field);

    /// Name of the method in a field.
    String methodName(String field);

    /// Innermost first, Java frames alone; empty when it has none.
    List<StackFrame> stack();
}
