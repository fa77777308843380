package io.heddle.demo.holders;

import java.util.concurrent.locks.ReentrantLock;

/// Sleeps under a monitor: pins up to JDK 23. The frame that sleeps is not the one that holds.
final class Ledger {

    private final ReentrantLock lock = new ReentrantLock();

    void post() throws InterruptedException {
        synchronized (this) {
            pause();
        }
        Thread.sleep(5);
    }

    void postWithLock() throws InterruptedException {
        lock.lock();
        try {
            pause();
        } finally {
            lock.unlock();
        }
        Thread.sleep(5);
    }

    private static void pause() throws InterruptedException {
        Thread.sleep(100);
    }
}
