package io.heddle.demo.holders;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Waits twice for a millisecond at most, and is woken once at about that time. On JDK 25 before 25.0.4 the second wait may never end (JDK-8373120).
final class Relay {

    private static final int RUNNERS = 20;
    private static final long MILLI = 1_000_000;

    private final Semaphore ready = new Semaphore(0);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition handed = lock.newCondition();
    private long left;

    static List<Job> jobs(boolean healthy) {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < RUNNERS; i++) {
            Relay relay = new Relay();
            jobs.add(healthy ? relay::takeWithLock : relay::take);
            jobs.add(healthy ? relay::handWithLock : relay::hand);
        }
        return jobs;
    }

    void take() throws InterruptedException {
        synchronized (this) {
            ready.release();
            wait(1);
            wait(1);
        }
    }

    void hand() throws InterruptedException {
        ready.acquire();
        synchronized (this) {
            notifyAll();
        }
    }

    void takeWithLock() throws InterruptedException {
        lock.lock();
        try {
            ready.release();
            left = handed.awaitNanos(MILLI);
            left = handed.awaitNanos(MILLI);
        } finally {
            lock.unlock();
        }
    }

    void handWithLock() throws InterruptedException {
        ready.acquire();
        lock.lock();
        try {
            handed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
