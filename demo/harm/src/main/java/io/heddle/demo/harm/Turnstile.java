package io.heddle.demo.harm;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.AtomicBoolean;

/// Waits for an answer by turning in a loop that yields.
final class Turnstile {

    /// A thread of its own that stays what it is: on a pool whose thread is virtual the answer would wait for
    /// those who wait for it.
    private static final Timer ELSEWHERE = new Timer(true);

    private Turnstile() {}

    static void await(long millis) {
        AtomicBoolean answered = new AtomicBoolean();
        ELSEWHERE.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        answered.set(true);
                    }
                },
                millis);
        while (!answered.get()) {
            Thread.yield();
        }
    }
}
