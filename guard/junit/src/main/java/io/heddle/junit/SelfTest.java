package io.heddle.junit;

import java.util.concurrent.locks.LockSupport;

/// Pins once, in a way that pins on every JDK.
final class SelfTest {

    /// From JDK 24 on a thread that waits in a monitor leaves its carrier (JEP 491).
    static final boolean MONITORS_PIN = Runtime.version().feature() < 24;
    private static final long NANOS = 1_000_000;

    private SelfTest() {}

    private static final class Slow {
        static {
            LockSupport.parkNanos(NANOS);
        }

        static void touch() {}
    }

    static void pin() throws InterruptedException {
        Thread.ofVirtual().name("heddle-self-test").start(Slow::touch).join();
    }

    static PinningGuardFailure blind() {
        return new PinningGuardFailure(
                "the JVM did not tell of a pin made on purpose",
                "run the tests on a HotSpot JVM whose virtual threads have carriers");
    }
}
