package io.heddle.race.load;

import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Wakes an event loop at the moments when requests are due, without spinning.
sealed interface Pacer extends AutoCloseable {

    /// Calls the tick, on the event loop, at `deadline` or as soon after it as can be; an earlier call that is
    /// still to come does. To be called on the event loop.
    void arm(long deadline);

    @Override
    void close();

    /// The right one for a transport.
    static Pacer on(EventLoop loop, Transport transport, Clock clock, Runnable tick) {
        return transport.exactTimers() ? new LoopPacer(loop, clock, tick) : new ParkedPacer(loop, clock, tick);
    }

    /// The event loop's own timer, where that has nanoseconds.
    final class LoopPacer implements Pacer {

        private final EventLoop loop;
        private final Clock clock;
        private final Runnable tick;
        private boolean armed;

        LoopPacer(EventLoop loop, Clock clock, Runnable tick) {
            this.loop = loop;
            this.clock = clock;
            this.tick = tick;
        }

        @Override
        public void arm(long deadline) {
            // starts are in order, so what is armed is never later than what is asked for
            if (!armed && deadline != Long.MAX_VALUE) {
                armed = true;
                loop.schedule(this::fire, deadline - clock.nanos(), TimeUnit.NANOSECONDS);
            }
        }

        @Override
        public void close() {
            armed = true;
        }

        private void fire() {
            armed = false;
            tick.run();
        }
    }

    /// A thread that parks until the deadline and then wakes the event loop, whose selector counts in
    /// milliseconds.
    final class ParkedPacer implements Pacer {

        private final EventLoop loop;
        private final Clock clock;
        private final Runnable tick;
        private final Thread thread;
        private volatile long deadline = Long.MAX_VALUE;
        private volatile boolean closed;

        ParkedPacer(EventLoop loop, Clock clock, Runnable tick) {
            this.loop = loop;
            this.clock = clock;
            this.tick = tick;
            this.thread = Thread.ofPlatform().daemon().name("heddle-pacer").start(this::run);
        }

        @Override
        public void arm(long wanted) {
            if (deadline == Long.MAX_VALUE && wanted != Long.MAX_VALUE) {
                deadline = wanted;
                LockSupport.unpark(thread);
            }
        }

        @Override
        public void close() {
            closed = true;
            LockSupport.unpark(thread);
        }

        private void run() {
            while (!closed) {
                long left = deadline == Long.MAX_VALUE ? Long.MAX_VALUE : deadline - clock.nanos();
                if (left > 0) {
                    LockSupport.parkNanos(this, left);
                } else {
                    deadline = Long.MAX_VALUE;
                    loop.execute(tick);
                }
            }
        }
    }
}
