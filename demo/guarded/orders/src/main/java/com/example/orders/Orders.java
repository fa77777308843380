package com.example.orders;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/// Places one order at a time.
public final class Orders {

    private final Lock one = new ReentrantLock();
    private int placed;

    /// Asks the warehouse, which takes a while.
    public int place() throws InterruptedException {
        one.lock();
        try {
            Thread.sleep(50);
            return ++placed;
        } finally {
            one.unlock();
        }
    }
}
