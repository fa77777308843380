package io.heddle.demo.holders;

import java.util.concurrent.locks.ReentrantLock;

/// A monitor that a platform thread holds most of the time: up to JDK 23 whoever waits for it keeps a carrier, without
/// a pinned event.
final class Gate {

    private final ReentrantLock lock = new ReentrantLock();
    private int entered;

    static Gate held() {
        Gate gate = new Gate();
        Thread.ofPlatform().daemon().name("owner").start(gate::hold);
        return gate;
    }

    private void hold() {
        while (true) {
            try {
                synchronized (this) {
                    Thread.sleep(150);
                }
                Thread.sleep(10);
                lock.lock();
                try {
                    Thread.sleep(150);
                } finally {
                    lock.unlock();
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    void enter() throws InterruptedException {
        synchronized (this) {
            entered++;
        }
        Thread.sleep(3);
    }

    void enterWithLock() throws InterruptedException {
        lock.lock();
        try {
            entered++;
        } finally {
            lock.unlock();
        }
        Thread.sleep(3);
    }
}
