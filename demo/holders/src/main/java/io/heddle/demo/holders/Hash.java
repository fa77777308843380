package io.heddle.demo.holders;

/// Computes without a pause.
final class Hash {

    static volatile long last;

    private Hash() {}

    static void grind(long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        long value = last;
        while (System.nanoTime() < end) {
            for (int i = 0; i < 600_000; i++) {
                value = value * 6364136223846793005L + 1442695040888963407L;
            }
        }
        last = value;
        Thread.sleep(25);
    }
}
