package io.heddle.demo.holders;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Threads that wait for what never comes.
final class Subscriptions {

    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private Subscriptions() {}

    static void open() throws InterruptedException {
        Thread.ofVirtual().start(() -> listen(60_000));
        Thread.sleep(10);
    }

    static void openAndClose() throws InterruptedException {
        Thread.ofVirtual().start(() -> listen(100));
        Thread.sleep(10);
    }

    private static void listen(long millis) {
        try {
            boolean came = NEVER.await(millis, TimeUnit.MILLISECONDS);
            assert !came;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
