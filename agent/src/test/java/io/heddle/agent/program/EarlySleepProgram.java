package io.heddle.agent.program;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Sleeps on a virtual thread before anything else, and only then makes pools, one a tenth of a second. Says each time
/// what the worker is.
public final class EarlySleepProgram {

    private static final int POOLS = 100;

    private EarlySleepProgram() {}

    public static void main(String[] arguments) throws Exception {
        Thread.ofVirtual().start(EarlySleepProgram::sleep).join();
        for (int i = 0; i < POOLS; i++) {
            try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
                System.out.println(
                        pool.submit(() -> Thread.currentThread().isVirtual()).get() ? "virtual" : "platform");
            }
            sleep();
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
