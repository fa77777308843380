package io.heddle.agent.runtime;

import java.util.concurrent.atomic.LongAdder;

/// Counts requests where the server hands them to the application, by the kind of the thread that does it.
public final class Requests {

    private static final LongAdder VIRTUAL = new LongAdder();
    private static final LongAdder PLATFORM = new LongAdder();

    private Requests() {}

    /// The current thread begins to run the handler of one request.
    public static void dispatched() {
        if (Thread.currentThread().isVirtual()) {
            VIRTUAL.increment();
        } else {
            PLATFORM.increment();
        }
    }

    /// The current thread ran a handler that may only have passed the request on to another thread.
    ///
    /// @param passedOn whether the request will be dispatched again, and then counted
    public static void dispatchedUnless(boolean passedOn) {
        if (!passedOn) {
            dispatched();
        }
    }

    /// Requests dispatched on virtual threads since the JVM started.
    public static long virtual() {
        return VIRTUAL.sum();
    }

    /// Requests dispatched on platform threads since the JVM started.
    public static long platform() {
        return PLATFORM.sum();
    }
}
