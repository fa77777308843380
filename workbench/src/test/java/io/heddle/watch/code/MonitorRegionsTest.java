package io.heddle.watch.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.waits.StackFrame;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The class under study is this test's own, asked about the frames of a real stack walk.
class MonitorRegionsTest {

    private final MonitorRegions regions = MonitorRegions.of(own());
    private final Object lock = new Object();
    private List<StackFrame> met = List.of();

    @Test
    void insideABlock() {
        synchronized (lock) {
            here();
        }
        assertTrue(regions.holds(frame("insideABlock")));
    }

    @Test
    void behindABlock() {
        synchronized (lock) {
            assertTrue(Thread.holdsLock(lock));
        }
        here();
        assertFalse(regions.holds(frame("behindABlock")));
    }

    @Test
    void inAHandlerOfABlockAndInOneAroundIt() {
        try {
            synchronized (lock) {
                try {
                    throw new IllegalStateException();
                } catch (IllegalStateException e) {
                    here();
                }
                assertTrue(regions.holds(frame("inAHandlerOfABlockAndInOneAroundIt")));
                throw new IllegalArgumentException();
            }
        } catch (IllegalArgumentException e) {
            here();
        }
        assertFalse(regions.holds(frame("inAHandlerOfABlockAndInOneAroundIt")));
    }

    @Test
    void aSynchronizedMethod() {
        guarded();
        assertTrue(regions.holds(frame("guarded")));
        assertFalse(regions.holds(frame("aSynchronizedMethod")));
    }

    @Test
    void aLineOfADumpIsEnough() {
        synchronized (lock) {
            here();
        }
        StackFrame exact = frame("aLineOfADumpIsEnough");
        assertTrue(regions.holds(new StackFrame(exact.type(), exact.method(), "", exact.line(), -1, false, false)));
        assertFalse(
                regions.holds(new StackFrame(exact.type(), exact.method(), "", exact.line() + 3, -1, false, false)));
    }

    @Test
    void blamesTheHolderAndNotTheSleeper() {
        synchronized (lock) {
            here();
        }
        try (ClassPath classes =
                ClassPath.of(System.getProperty("java.class.path"), java.nio.file.Path.of(""), Optional.empty())) {
            assertEquals(
                    "blamesTheHolderAndNotTheSleeper",
                    new Blame(classes).pinned(met).frame().method());
        }
    }

    @Test
    void whatAnInstructionInitialises() {
        here();
        assertEquals(
                Optional.of(MonitorRegionsTest.class.getName()),
                regions.initializes(new StackFrame("", "touches", "()V", 0, 0, false, false)));
    }

    static void touches() {
        own();
    }

    private synchronized void guarded() {
        here();
    }

    private void here() {
        met = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk((Stream<StackWalker.StackFrame> frames) -> frames.map(f -> new StackFrame(
                                f.getClassName(),
                                f.getMethodName(),
                                f.getDescriptor(),
                                f.getLineNumber(),
                                f.getByteCodeIndex(),
                                false,
                                false))
                        .toList());
    }

    private StackFrame frame(String method) {
        return met.stream()
                .filter(frame -> frame.method().equals(method))
                .findFirst()
                .orElseThrow();
    }

    private static byte[] own() {
        try (InputStream in = MonitorRegionsTest.class.getResourceAsStream("MonitorRegionsTest.class")) {
            return java.util.Objects.requireNonNull(in).readAllBytes();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
