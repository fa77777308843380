package io.heddle.demo.holders;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// `Object.wait`: keeps a carrier up to JDK 23, without a pinned event.
final class Mailbox {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();

    void take() throws InterruptedException {
        synchronized (this) {
            wait(100);
        }
        Thread.sleep(5);
    }

    void await() throws InterruptedException {
        lock.lock();
        try {
            boolean before = filled.await(100, TimeUnit.MILLISECONDS);
            assert !before;
        } finally {
            lock.unlock();
        }
        Thread.sleep(5);
    }
}
