package io.heddle.race.load;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongConsumer;

/// Brings requests and free connections together: whichever comes first waits for the other, each in order. Confined
/// to one event loop.
///
/// Idle connections are used in turn, the longest idle first, so that none lies idle until the target closes it.
///
/// @param <C> a connection
final class ConnectionQueue<C> {

    /// Sends a request.
    interface Sender<C> {

        /// @param start from which the request's latency counts, at or before `now`
        void send(C connection, long start, long now);
    }

    private final Scheduler scheduler;
    private final Tally tally;
    private final Sender<C> sender;
    private final LongConsumer wakeAt;
    private final Deque<C> idle = new ArrayDeque<>();

    /// @param wakeAt asks for a [#tick] at a moment, or soon after; asked again while one is to come, only
    ///     the first need be kept
    ConnectionQueue(Scheduler scheduler, Tally tally, Sender<C> sender, LongConsumer wakeAt) {
        this.scheduler = scheduler;
        this.tally = tally;
        this.sender = sender;
        this.wakeAt = wakeAt;
    }

    /// All connections are open, the load may begin.
    void begin(long now) {
        scheduler.begin(now);
        tick(now);
    }

    /// The request that a connection opens with, or [Scheduler#NONE].
    long opening(long now) {
        if (!scheduler.startsOnOpening()) {
            return Scheduler.NONE;
        }
        long start = scheduler.next(now);
        tally.begun(start);
        return start;
    }

    /// A connection has nothing to do.
    void free(C connection, long now) {
        long start = scheduler.next(now);
        if (start == Scheduler.NONE) {
            idle.addLast(connection);
            wakeAt.accept(scheduler.due());
            return;
        }
        if (!idle.isEmpty()) {
            tally.late(now - start);
        }
        tally.begun(start);
        sender.send(connection, start, now);
    }

    /// Sends what is due on idle connections; while none is idle, the next that becomes free does so.
    void tick(long now) {
        while (!idle.isEmpty()) {
            long start = scheduler.next(now);
            if (start == Scheduler.NONE) {
                wakeAt.accept(scheduler.due());
                return;
            }
            tally.late(now - start);
            tally.begun(start);
            sender.send(idle.removeFirst(), start, now);
        }
    }

    /// A connection is not open any more.
    void lost(C connection) {
        idle.remove(connection);
    }

    /// Gives up the requests that were to start before `limit` and still wait.
    void giveUp(long limit, long now) {
        for (long start = scheduler.expired(limit); start != Scheduler.NONE; start = scheduler.expired(limit)) {
            tally.begun(start);
            tally.timedOut(start, now);
        }
    }

    /// Requests that were to start by now and have no connection.
    long waiting(long now) {
        return scheduler.waiting(now);
    }

    /// The totals now.
    ///
    /// @param oldestSent start of the oldest request on a connection; [Scheduler#NONE] when there is none
    /// @param open connections that are open
    /// @param opened whether every connection has been opened once
    Snapshot snapshot(long now, long oldestSent, int open, boolean opened) {
        return tally.snapshot(now, scheduler.waiting(now), scheduler.due(), oldestSent, open, opened);
    }
}
