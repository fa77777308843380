package io.heddle.watch.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpTest {

    private static final String OF_21 = """
            {"threadDump": {"processId": "1", "time": "2026-11-21T19:02:56Z", "runtimeVersion": "21.0.8+9-LTS", "threadContainers": [
              {"container": "<root>", "parent": null, "owner": null, "threads": [
                {"tid": "31", "name": "busy", "stack": ["com.example.Hash.grind(Hash.java:15)", "java.base\\/java.lang.VirtualThread.run(VirtualThread.java:309)"]}
              ], "threadCount": "1"}
            ]}}
            """;
    private static final String PRINTED = """
            "ForkJoinPool-1-worker-1" #30 [7] daemon prio=5 os_prio=0 cpu=3.85ms elapsed=1.06s tid=0x1 [0x2]
               Carrying virtual thread #31
            	at jdk.internal.vm.Continuation.run(java.base@21.0.8/Continuation.java:251)
            """;

    /// From the JVM that runs the test, which is 25 or later: one virtual thread computes, one waits.
    @Test
    void laterOnesTellByThemselvesWhoHasACarrier(@TempDir Path folder) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        CountDownLatch runs = new CountDownLatch(1);
        Thread idle = Thread.ofVirtual().name("idle").start(() -> {
            while (!over.get()) {
                LockSupport.park();
            }
        });
        while (idle.getState() != Thread.State.WAITING) {
            Thread.sleep(5);
        }
        Thread busy = Thread.ofVirtual().name("busy").start(() -> {
            runs.countDown();
            while (!over.get()) {
                Thread.onSpinWait();
            }
        });
        try {
            runs.await();
            Path file = folder.resolve("dump.json");
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(file.toString(), ThreadDumpFormat.JSON);
            Dump dump = Dump.parse(0, Files.readString(file), Optional.empty());
            assertTrue(dump.tellsCarriers());
            assertTrue(
                    carrier(dump, busy).startsWith("ForkJoinPool-1-worker-"),
                    () -> dump.threads().toString());
            assertEquals("", carrier(dump, idle), () -> dump.threads().toString());
        } finally {
            over.set(true);
            LockSupport.unpark(idle);
        }
    }

    private static String carrier(Dump dump, Thread thread) {
        return Objects.requireNonNull(dump.threads().get(thread.threadId())).carrier();
    }

    @Test
    void earlierOnesTellItInPrint() throws Exception {
        Dump dump = Dump.parse(0, OF_21, Optional.of(PRINTED));
        assertTrue(dump.tellsCarriers());
        assertEquals("ForkJoinPool-1-worker-1", dump.virtual().getFirst().carrier());
    }

    @Test
    void withoutThatItIsUnknown() throws Exception {
        Dump dump = Dump.parse(0, OF_21, Optional.empty());
        assertFalse(dump.tellsCarriers());
        assertEquals("Hash", dump.virtual().getFirst().stack().getFirst().type().replaceFirst(".*\\.", ""));
        assertFalse(dump.virtual().getFirst().carried());
    }
}
