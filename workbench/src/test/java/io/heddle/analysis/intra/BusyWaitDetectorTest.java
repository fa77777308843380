package io.heddle.analysis.intra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.analysis.Snippet;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which loops only wait until another thread changes something.
class BusyWaitDetectorTest {

    private static final int NONE = -1;

    @TempDir
    private Path folder;

    @Test
    void aLoopThatOnlyReadsAVolatileFieldSpins() throws IOException {
        assertEquals(3, spin("""
                volatile boolean done;
                void m() {
                    while (!done) {}
                }"""));
    }

    @Test
    void aLoopThatNoOtherThreadCertainlyEndsDoesNotSpin() throws IOException {
        assertEquals(NONE, spin("""
                boolean done;
                void m() { while (!done) {} }"""));
    }

    @Test
    void aLoopThatAsksTheClockSpins() throws IOException {
        assertEquals(2, spin("""
                static void m(long end) {
                    while (System.nanoTime() < end) {}
                }"""));
    }

    @Test
    void aLoopThatMayWaitDoesNotSpin() throws IOException {
        assertEquals(NONE, spin("""
                volatile boolean done;
                void m() throws InterruptedException { while (!done) { Thread.sleep(1); } }"""));
    }

    @Test
    void aLoopThatChangesWhatItTestsDoesNotSpin() throws IOException {
        assertEquals(NONE, spin("""
                volatile int limit;
                void m() { int i = 0; while (i < limit) { i++; } }"""));
    }

    private int spin(String members) throws IOException {
        return new Snippet(folder, members).facts("m").spin();
    }
}
