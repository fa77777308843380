package io.heddle.demo.holders;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/// The hang that Netflix described in 2024: the thread that is next to get the lock has no carrier, for those behind
/// it in the queue hold all carriers, each inside a monitor of its own. For ever, up to JDK 23.
final class Span {

    private static final int CARRIERS = 2;

    private final ReentrantLock lock;

    private Span(ReentrantLock lock) {
        this.lock = lock;
    }

    static List<Job> jobs(boolean healthy) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread.ofVirtual().name("next").start(() -> new Span(lock).report());
        await(lock, 1);
        for (int i = 1; i <= CARRIERS; i++) {
            Thread.ofVirtual().name("pinned-" + i).start(healthy ? new Span(lock)::report : new Span(lock)::finish);
            await(lock, i + 1);
        }
        lock.unlock();
        return List.of();
    }

    private static void await(ReentrantLock lock, int queued) throws InterruptedException {
        while (lock.getQueueLength() < queued) {
            Thread.sleep(5);
        }
    }

    void finish() {
        synchronized (this) {
            report();
        }
    }

    void report() {
        lock.lock();
        try {
            LockSupport.parkNanos(1_000_000);
        } finally {
            lock.unlock();
        }
    }
}
