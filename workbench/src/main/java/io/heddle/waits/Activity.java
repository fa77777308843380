package io.heddle.waits;

import io.heddle.model.WaitClass;
import java.util.Optional;

/// What a thread does at one moment.
///
/// @param what in words, such as `ReentrantLock` or `HttpClient 4`; may be empty
/// @param lock which one, as `class@number`; empty when unknown
/// @param place the code that waits or runs; empty name when the thread has never run
/// @param pool what it waits for is lent by this; else empty
record Activity(WaitClass kind, Nature nature, String what, String lock, StackFrame place, Optional<PoolKind> pool) {

    static final StackFrame NOWHERE = new StackFrame("", "", "", 0, -1, false, false);

    /// How it stands to others.
    enum Nature {
        /// Runs, or waits for what is outside.
        PLAIN,
        /// Queues for what other threads have.
        QUEUES,
        /// Waits for its next work, if it does not serve a request.
        IDLE,
        /// Waits until another thread has done something.
        TASK,
        /// The JVM's own.
        JVM
    }

    boolean queues() {
        return nature == Nature.QUEUES;
    }

    Activity as(WaitClass other, Nature how, String words) {
        return new Activity(other, how, words, lock, place, pool);
    }
}
