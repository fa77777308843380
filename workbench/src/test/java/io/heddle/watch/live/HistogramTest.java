package io.heddle.watch.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.ThreadMemory;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/// The class histogram of this very JVM.
final class HistogramTest {

    private static final int THREADS = 300;
    private static final ThreadLocal<byte[]> BUFFER = ThreadLocal.withInitial(() -> new byte[100]);

    @Test
    void countsVirtualThreadsAndTheirThreadLocals() throws Exception {
        CountDownLatch set = new CountDownLatch(THREADS);
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(Thread.startVirtualThread(() -> {
                BUFFER.get();
                set.countDown();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        set.await();
        Object printed = ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        end.countDown();
        ThreadMemory memory = Histogram.of(String.valueOf(printed), 20, 12.5);
        assertTrue(memory.virtualThreads() >= THREADS, memory::toString);
        assertTrue(
                memory.maps() >= THREADS && memory.mapBytes() >= 100L * THREADS && memory.stackBytes() > 0,
                memory::toString);
        assertEquals(5, memory.largest().size());
        assertTrue(
                memory.largest().stream().anyMatch(row -> row.type().equals("byte[]") && row.bytes() > 100L * THREADS),
                memory::toString);
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
