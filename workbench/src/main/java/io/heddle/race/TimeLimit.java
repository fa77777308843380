package io.heddle.race;

import io.heddle.model.Failure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/// Interrupts a thread once its time is over, whatever it waits for then.
final class TimeLimit implements AutoCloseable {

    private final Optional<Duration> most;
    private final Lock lock = new ReentrantLock();
    private final Condition closing = lock.newCondition();
    private boolean closed;
    private boolean over;

    private TimeLimit(Optional<Duration> most) {
        this.most = most;
    }

    /// @param most empty for no limit
    /// @param worker is interrupted once, before [#close()] or never
    static TimeLimit of(Optional<Duration> most, Thread worker) {
        TimeLimit limit = new TimeLimit(most);
        most.ifPresent(time -> Thread.ofVirtual().name("heddle-time-limit").start(() -> limit.await(time, worker)));
        return limit;
    }

    private void await(Duration time, Thread worker) {
        lock.lock();
        try {
            long left = time.toNanos();
            while (left > 0 && !closed) {
                left = closing.awaitNanos(left);
            }
            if (!closed) {
                over = true;
                worker.interrupt();
            }
        } catch (InterruptedException nobodyDoes) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /// What the limit says once it has interrupted; empty before.
    Optional<Failure> over() {
        lock.lock();
        try {
            return over
                    ? Optional.of(
                            new Failure(
                                    "the " + words(most.orElseThrow().toSeconds())
                                            + " that --quick may take are over; what was measured until then is kept",
                                    "leave --quick out, or ask for less: fewer --path or --repetitions; --ready gives a service that starts slowly more"))
                    : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /// What is said of a limit before it begins.
    static String words(Duration most) {
        return "--quick ends after " + words(most.toSeconds()) + " at the latest, with what was measured until then";
    }

    private static String words(long seconds) {
        return seconds < TimeUnit.MINUTES.toSeconds(1)
                ? seconds + " s"
                : seconds / TimeUnit.MINUTES.toSeconds(1) + " min " + seconds % TimeUnit.MINUTES.toSeconds(1) + " s";
    }

    /// Called by the thread that it would interrupt.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            if (over) {
                // It has said so; what is written afterwards must not be broken off.
                Thread.interrupted();
            }
            closing.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
