package io.heddle.agent.runtime;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Counts requests where the server hands them to the application, by the kind of the thread that does it; and lets no
/// more of them in than it was told.
public final class Requests {

    private static final LongAdder VIRTUAL = new LongAdder();
    private static final LongAdder PLATFORM = new LongAdder();
    private static final AtomicInteger RUNNING = new AtomicInteger();
    private static final AtomicInteger WAITING = new AtomicInteger();

    private static volatile @Nullable Semaphore permits;
    private static volatile int mostWaiting;

    private Requests() {}

    /// So many requests run at once from now on, and as many wait for them.
    public static void limitTo(int limit) {
        mostWaiting = limit;
        permits = new Semaphore(limit, true);
    }

    /// The current thread begins to run the handler of one request.
    public static void dispatched() {
        if (Thread.currentThread().isVirtual()) {
            VIRTUAL.increment();
        } else {
            PLATFORM.increment();
        }
    }

    /// The current thread begins to run the handler of one request, once there is a permit.
    ///
    /// @return whether it may; else too many wait already, and the request is to be refused. If it may,
    ///     [#left] is to be called at its end
    public static boolean entered() {
        dispatched();
        return admitted();
    }

    /// The current thread begins to run a handler that may pass the request on to another thread.
    ///
    /// @param passesOn whether it will: then it needs no permit, and the other thread asks for one
    /// @return whether it may, as for [#entered]. If it may, [#leftUnless] is to be called at its end
    public static boolean enteredUnless(boolean passesOn) {
        if (passesOn || admitted()) {
            return true;
        }
        dispatched();
        return false;
    }

    private static boolean admitted() {
        Semaphore limit = permits;
        if (limit != null && !limit.tryAcquire()) {
            if (WAITING.incrementAndGet() > mostWaiting) {
                WAITING.decrementAndGet();
                Served.passOn();
                return false;
            }
            limit.acquireUninterruptibly();
            WAITING.decrementAndGet();
        }
        RUNNING.incrementAndGet();
        return true;
    }

    /// The handler of a request that has entered came to its end on the current thread.
    public static void left() {
        Served.end();
        RUNNING.decrementAndGet();
        Semaphore limit = permits;
        if (limit != null) {
            limit.release();
        }
    }

    /// The handler of a request that has entered by [#enteredUnless] came to its end on the current thread.
    ///
    /// @param passesOn what was told when it entered
    public static void leftUnless(boolean passesOn) {
        if (passesOn) {
            Served.passOn();
        } else {
            left();
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

    /// Requests that have entered and not left. A server that is only counted tells 0.
    public static int running() {
        return RUNNING.get();
    }
}
