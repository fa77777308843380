package io.heddle.junit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Pins on purpose: at the start in a way that pins on every JDK, and at the end in each way that this JDK tells of.
final class SelfTest {

    /// From JDK 24 on a thread that waits in a monitor leaves its carrier (JEP 491).
    static final boolean MONITORS_PIN = Runtime.version().feature() < 24;
    /// The name of the thread that pins at the start.
    static final String THREAD = "heddle-self-test";
    /// How long all carriers may be taken by others at the end.
    private static final Duration LONGEST = Duration.ofSeconds(10);
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

    /// A class loader that waits is called from `Class.forName0`, which is native.
    private static final class SlowLoader extends ClassLoader {
        private final long nanos;

        SlowLoader(long nanos) {
            super(null);
            this.nanos = nanos;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            park(nanos);
            throw new ClassNotFoundException(name);
        }
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

    /// Pins for longer than this in each way that the guard promises to see.
    ///
    /// @return names of the threads that pinned; empty if they did not get a carrier for too long
    static Set<String> pinInEachWay(Duration shortest) throws InterruptedException {
        Instant latest = Instant.now().plus(LONGEST);
        long nanos = shortest.multipliedBy(6).dividedBy(5).plusMillis(1).toNanos();
        List<Thread> threads = new ArrayList<>();
        threads.add(start("native", () -> underNativeFrame(nanos)));
        if (MONITORS_PIN) {
            Object waited = new Object();
            threads.add(start("wait", () -> inObjectWait(waited, nanos)));
            Object held = new Object();
            synchronized (held) {
                Thread entering = start("enter", () -> enter(held));
                threads.add(entering);
                while (entering.getState() != Thread.State.BLOCKED
                        && Instant.now().isBefore(latest)) {
                    Thread.sleep(1);
                }
                park(nanos);
            }
        }
        boolean ended = true;
        for (Thread thread : threads) {
            Duration left = Duration.between(Instant.now(), latest);
            ended &= thread.join(left.isNegative() ? Duration.ZERO : left);
        }
        return ended ? threads.stream().map(Thread::getName).collect(Collectors.toUnmodifiableSet()) : Set.of();
    }

    private static Thread start(String way, Runnable code) {
        return Thread.ofVirtual().name("heddle-end-" + way).start(code);
    }

    private static void underNativeFrame(long nanos) {
        try {
            Class.forName("none.Such", false, new SlowLoader(nanos));
        } catch (ClassNotFoundException e) {
            // as it should be
        }
    }

    private static void inObjectWait(Object monitor, long nanos) {
        synchronized (monitor) {
            try {
                monitor.wait(nanos / 1_000_000 + 1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void enter(Object monitor) {
        synchronized (monitor) {
            LockSupport.unpark(Thread.currentThread());
        }
    }

    private static void park(long nanos) {
        long until = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    static PinningGuardFailure blind() {
        return new PinningGuardFailure(
                "the JVM did not tell of a pin made on purpose",
                "run the tests on a HotSpot JVM whose virtual threads have carriers");
    }
}
