package io.heddle.agent.probe;

import java.util.concurrent.locks.LockSupport;

/// A platform thread wakes one virtual thread each period, and the virtual thread notes how late it ran.
///
/// While a wake-up is unanswered no other is sent: how long it has been waiting is known at any moment, so that
/// carriers that serve nobody for ever show too, where a virtual thread that measures itself falls silent. How late
/// the platform thread was by itself is measured beside it: a collection or a busy machine delays both, a held carrier
/// the virtual one alone.
public final class Probe {

    private final long period;
    private final Listener listener;
    private final Thread ticker;
    private final Thread answerer;
    private volatile boolean stopped;
    private volatile long sent;
    private volatile long answered;
    private volatile boolean waiting;

    /// Takes what was measured, on the probe's own platform thread.
    public interface Listener {

        /// A wake-up that was answered.
        ///
        /// @param at `System.currentTimeMillis()` when it was sent
        /// @param delay until the virtual thread ran, nanoseconds
        /// @param control how late the platform thread was meanwhile, nanoseconds
        void answered(long at, long delay, long control);
    }

    /// @param periodNanos between two wake-ups, at least a millisecond
    public Probe(long periodNanos, Listener listener) {
        this.period = Math.max(1_000_000, periodNanos);
        this.listener = listener;
        this.ticker = Thread.ofPlatform().daemon().name("heddle-probe-clock").unstarted(this::tick);
        this.answerer = Thread.ofVirtual().name("heddle-probe").unstarted(this::answer);
    }

    /// Begins to measure.
    public void start() {
        answerer.start();
        ticker.start();
    }

    /// Ends both threads, the virtual one as soon as it gets a carrier.
    public void stop() {
        stopped = true;
        LockSupport.unpark(ticker);
        LockSupport.unpark(answerer);
    }

    /// How long the last wake-up has been waiting, nanoseconds; 0 when it was answered.
    public long outstanding() {
        return waiting ? Math.max(0, System.nanoTime() - sent) : 0;
    }

    private void answer() {
        while (!stopped) {
            LockSupport.park();
            if (waiting && answered == 0) {
                answered = System.nanoTime();
            }
        }
    }

    private void tick() {
        long next = System.nanoTime() + period;
        long control = 0;
        long at = 0;
        while (!stopped) {
            long left = next - System.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(left);
                continue;
            }
            control = Math.max(control, -left);
            if (waiting && answered != 0) {
                waiting = false;
                listener.answered(at, answered - sent, control);
                control = 0;
            }
            if (!waiting) {
                at = System.currentTimeMillis();
                answered = 0;
                sent = System.nanoTime();
                waiting = true;
                LockSupport.unpark(answerer);
            }
            next = Math.max(next + period, System.nanoTime());
        }
    }
}
