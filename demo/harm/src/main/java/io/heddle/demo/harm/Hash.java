package io.heddle.demo.harm;

import java.util.concurrent.atomic.AtomicLong;

/// Computes long in one of many requests; the others wait shortly for something else.
final class Hash {

    private static final int ONE_IN = 200;
    private static final int BATCH = 100_000;
    private static final long OTHERS_MILLIS = 5;
    private static final AtomicLong REQUESTS = new AtomicLong();

    private static volatile long last;

    private Hash() {}

    static void sometimes(long millis) throws InterruptedException {
        if (REQUESTS.incrementAndGet() % ONE_IN == 0) {
            grind(millis);
        } else {
            Thread.sleep(OTHERS_MILLIS);
        }
    }

    private static void grind(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        long value = last;
        while (System.nanoTime() < end) {
            for (int i = 0; i < BATCH; i++) {
                value = value * 6364136223846793005L + 1442695040888963407L;
            }
        }
        last = value;
    }
}
