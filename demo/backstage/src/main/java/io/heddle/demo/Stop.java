package io.heddle.demo;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The JVM's shutdown hook: interrupts the main thread wherever it is, and holds the JVM until that thread has cleaned
/// up.
final class Stop implements Runnable {

    private static final long LIMIT_SECONDS = 20;

    private final Thread main;
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile boolean told;

    Stop(Thread main) {
        this.main = main;
    }

    /// Whether the JVM has been told to end while the main thread was at work.
    boolean told() {
        return told;
    }

    /// The main thread has nothing left to clean up.
    void done() {
        done.countDown();
    }

    @Override
    public void run() {
        if (done.getCount() == 0) {
            return;
        }
        told = true;
        main.interrupt();
        try {
            if (!done.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("backstage: did not end within " + LIMIT_SECONDS + " s; PostgreSQL may be left");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
