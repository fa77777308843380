package io.heddle.race.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class RunDelayTest {

    @Test
    void isTheSecondFigure() {
        assertEquals(102_651, RunDelay.parse("149439 102651 17\n"));
        assertEquals(0, RunDelay.parse(""));
    }

    @Test
    void ofThreadsThatAreMoreThanTheCoresGrows() throws InterruptedException {
        Assumptions.assumeTrue(RunDelay.nanos() > 0, "this system does not tell");
        int threads = 4 * Runtime.getRuntime().availableProcessors();
        AtomicLong waited = new AtomicLong();
        long end = System.nanoTime() + 500_000_000;
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            all.add(Thread.ofPlatform().start(() -> {
                long before = RunDelay.nanos();
                while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
                waited.addAndGet(RunDelay.nanos() - before);
            }));
        }
        for (Thread thread : all) {
            thread.join();
        }
        assertTrue(waited.get() > threads * 100_000_000L, waited + " ns");
    }
}
