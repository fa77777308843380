package io.heddle.demo.harm;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// Waits for an answer by turning in a loop that yields.
final class Turnstile {

    private static final ScheduledExecutorService ELSEWHERE = Executors.newSingleThreadScheduledExecutor(task -> Thread.ofPlatform().daemon().unstarted(task));

    private Turnstile() {
    }

    static void await(long millis) {
        AtomicBoolean answered = new AtomicBoolean();
        ELSEWHERE.schedule(() -> answered.set(true), millis, TimeUnit.MILLISECONDS);
        while (!answered.get()) {
            Thread.yield();
        }
    }
}
