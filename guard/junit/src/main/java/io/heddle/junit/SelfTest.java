package io.heddle.junit;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/// Pins once, in a way that pins on every JDK.
final class SelfTest {

    /// From JDK 24 on a thread that waits in a monitor leaves its carrier (JEP 491).
    static final boolean MONITORS_PIN = Runtime.version().feature() < 24;
    /// The name of the thread that pins.
    static final String THREAD = "heddle-self-test";
    private static final long NANOS = 1_000_000;
    private static final int MOST = 100;

    private static volatile boolean released;

    private SelfTest() {}

    private static final class Slow {
        static {
            do {
                LockSupport.parkNanos(NANOS);
            } while (!released);
        }

        static void touch() {}
    }

    /// Pins a virtual thread until somebody has seen it on its carrier, but not for long. Returns its number.
    static long pin(Predicate<Thread> seen) throws InterruptedException {
        Thread thread = Thread.ofVirtual().name(THREAD).start(Slow::touch);
        for (int i = 0; i < MOST && !seen.test(thread); i++) {
            Thread.sleep(1);
        }
        released = true;
        thread.join();
        return thread.threadId();
    }

    static PinningGuardFailure blind() {
        return new PinningGuardFailure(
                "the JVM did not tell of a pin made on purpose",
                "run the tests on a HotSpot JVM whose virtual threads have carriers");
    }
}
