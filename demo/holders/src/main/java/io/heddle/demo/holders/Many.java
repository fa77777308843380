package io.heddle.demo.holders;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/// Ten thousand short virtual threads a second, as requests are: some work, a wait, some work. Says each second how
/// many have run.
final class Many {

    private static final LongAdder RAN = new LongAdder();
    /// As deep as a framework's stacks are.
    private static final int DEPTH = 30;
    private static final long PINNED_NANOS = 20_000;

    private Many() {}

    /// @param pinned each waits under native code in between, see [Callback]
    static void start(boolean pinned) {
        Thread.ofPlatform().daemon().name("requests").start(() -> requests(pinned));
    }

    private static void requests(boolean pinned) {
        long next = System.nanoTime();
        long said = next;
        while (true) {
            for (int i = 0; i < 50; i++) {
                Thread.ofVirtual().start(pinned ? Many::pinnedRequest : Many::request);
            }
            next += 5_000_000;
            LockSupport.parkNanos(next - System.nanoTime());
            if (System.nanoTime() - said > 1_000_000_000L) {
                said = System.nanoTime();
                System.out.println("ran " + RAN.sum());
            }
        }
    }

    private static void request() {
        work();
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        work();
        RAN.increment();
    }

    private static void pinnedRequest() {
        through(DEPTH);
        request();
    }

    private static void through(int layers) {
        if (layers > 0) {
            through(layers - 1);
            return;
        }
        try {
            Many.class.getDeclaredMethod("pause").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static void pause() {
        LockSupport.parkNanos(PINNED_NANOS);
    }

    private static void work() {
        long value = RAN.hashCode();
        for (int i = 0; i < 5_000; i++) {
            value = value * 6364136223846793005L + 1442695040888963407L;
        }
        Hash.last = value;
    }
}
