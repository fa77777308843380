package io.heddle.demo.holders;

import java.util.concurrent.locks.LockSupport;

/// Waits for a flag by turning in a loop that yields: no JDK has an event for it.
final class Turnstile {

    private static volatile long opens;

    private Turnstile() {}

    static void await() {
        opens = System.nanoTime() + 200_000_000;
        while (System.nanoTime() < opens) {
            for (int i = 0; i < 200; i++) {
                Thread.yield();
            }
        }
    }

    static void park() {
        LockSupport.parkNanos(200_000_000);
    }
}
