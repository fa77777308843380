package io.heddle.waits.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import io.heddle.model.Failure;
import io.heddle.waits.ThreadDump;
import io.heddle.waits.ThreadSnapshot;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadDumpsTest {

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
            ThreadDump dump = ThreadDumps.parse(0, Files.readString(file), Optional.empty());
            assertTrue(dump.tells().carriers());
            assertTrue(
                    carrier(dump, busy).startsWith("ForkJoinPool-1-worker-"),
                    () -> dump.threads().toString());
            assertEquals("", carrier(dump, idle), () -> dump.threads().toString());
        } finally {
            over.set(true);
            LockSupport.unpark(idle);
        }
    }

    private static String carrier(ThreadDump dump, Thread thread) {
        return Objects.requireNonNull(dump.threads().get(thread.threadId())).carrier();
    }

    @Test
    void earlierOnesTellItInPrint() throws Exception {
        ThreadDump dump = ThreadDumps.parse(0, OF_21, Optional.of(PRINTED));
        assertTrue(dump.tells().carriers());
        assertEquals("ForkJoinPool-1-worker-1", dump.virtual().getFirst().carrier());
    }

    @Test
    void withoutThatItIsUnknown() throws Exception {
        ThreadDump dump = ThreadDumps.parse(0, OF_21, Optional.empty());
        assertFalse(dump.tells().carriers());
        assertEquals("Hash", dump.virtual().getFirst().stack().getFirst().type().replaceFirst(".*\\.", ""));
        assertFalse(dump.virtual().getFirst().carried());
    }

    private static final String LOG = """
            2026-11-28 09:31:28 INFO started
            2026-11-28 09:31:29
            Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode, sharing):

            Threads class SMR info:
            _java_thread_list=0x00007efe6800f8e0, length=2, elements={
            0x00007efea802ad10, 0x00007efea8223b30
            }

            "asks" #29 [19849] prio=5 os_prio=0 cpu=0.12ms elapsed=3.08s tid=0x1 nid=19849 waiting on condition  [0x2]
               java.lang.Thread.State: WAITING (parking)
            \tat jdk.internal.misc.Unsafe.park(java.base@25.0.3/Native Method)
            \t- parking to wait for  <0xf1> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)
            \tat java.util.concurrent.locks.ReentrantLock.lock(java.base@25.0.3/ReentrantLock.java:323)
            \tat com.example.Till.pay(Till.java:9)

               Locked ownable synchronizers:
            \t- None

            "has" #30 prio=5 os_prio=0 cpu=0.10ms elapsed=3.08s tid=0x3 nid=19850 sleeping [0x4]
               java.lang.Thread.State: TIMED_WAITING (sleeping)
            \tat java.lang.Thread.sleepNanos0(java.base@25.0.3/Native Method)
            \tat com.example.Till.book(Till.java:12)
            \t- locked <0xf2> (a com.example.Till)

               Locked ownable synchronizers:
            \t- <0xf1> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

            "GC Thread#0" os_prio=0 cpu=28.48ms elapsed=9.20s tid=0x5 nid=10017 runnable

            JNI global refs: 12, weak refs: 0

            2026-11-28 09:31:30 INFO goes on
            """;

    /// A JSON dump of 21 has no states. The print has frames of lambdas that JSON leaves out.
    @Test
    void thePrintTellsWhatPlatformThreadsWaitFor() throws Exception {
        String json = """
                {"threadDump": {"processId": "1", "runtimeVersion": "21.0.8", "threadContainers": [{"container": "<root>", "owner": null, "threads": [
                  {"tid": "26", "name": "pays", "stack": ["com.example.Till.pay(Till.java:8)", "java.base/java.lang.Thread.run(Unknown Source)"]}]}]}}
                """;
        String print = """
                Full thread dump OpenJDK 64-Bit Server VM (21.0.8+9-LTS mixed mode):

                "pays" #26 [19850] prio=5 os_prio=0 cpu=0.10ms elapsed=3.08s tid=0x1 nid=19850 waiting for monitor entry  [0x2]
                   java.lang.Thread.State: BLOCKED (on object monitor)
                \tat com.example.Till.pay(Till.java:8)
                \t- waiting to lock <0xf3> (a com.example.Till)
                \tat com.example.Till$$Lambda/0x000000003b041680.run(Unknown Source)
                \tat java.lang.Thread.run(java.base@21.0.8/Unknown Source)
                """;
        ThreadSnapshot thread = ThreadDumps.parse(0, json, Optional.of(print)).thread(26);
        assertEquals("BLOCKED", thread.state());
        assertEquals("com.example.Till@0xf3", thread.locks().blockedOn());
    }

    /// `kill -3` writes into the log of the service.
    @Test
    void aLogMayHoldSeveral(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("service.log");
        Files.writeString(file, LOG + LOG.replace("09:31:2", "09:31:3"));
        ThreadDumps.Read read = ThreadDumps.read(List.of(file));
        assertEquals(2, read.dumps().size());
        ThreadDump dump = read.dumps().getFirst();
        assertEquals("25.0.3", dump.jvm().version());
        assertEquals(2, dump.threads().size());
        assertFalse(dump.tells().unmounted());
        ThreadSnapshot asks = dump.thread(29);
        assertEquals(
                "java.util.concurrent.locks.ReentrantLock$NonfairSync@0xf1",
                asks.locks().parkedOn());
        assertEquals("com.example.Till.pay:9", asks.stack().getLast().place());
        assertEquals(List.of(asks.locks().parkedOn()), dump.thread(30).locks().synchronizers());
        assertEquals(
                "book",
                dump.thread(30).holds("com.example.Till@0xf2").orElseThrow().method());
    }

    @Test
    void ofOneThatIsCutOffTheWholeThreadsCount(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("dump.json");
        Files.writeString(file, OF_21.substring(0, OF_21.indexOf("], \"threadCount")) + ", {\"tid\": \"32\", \"na");
        ThreadDumps.Read read = ThreadDumps.read(List.of(file));
        assertEquals(1, read.dumps().getFirst().threads().size());
        assertTrue(read.notes().getFirst().contains("cut off"), read.notes().toString());
    }

    @Test
    void twoJvmsAreRefused(@TempDir Path folder) throws Exception {
        Path one = Files.writeString(folder.resolve("one.json"), OF_21);
        Path other = Files.writeString(
                folder.resolve("other.json"), OF_21.replace("\"processId\": \"1\"", "\"processId\": \"2\""));
        assertTrue(assertThrows(Failure.class, () -> ThreadDumps.read(List.of(one, other)))
                .sentence()
                .contains("two JVMs: process 1 of JDK 21.0.8 and process 2"));
    }

    @Test
    void whatIsNoDumpIsRefused(@TempDir Path folder) throws Exception {
        for (String text : List.of("{\"traceEvents\": []}", "hello", "{", "")) {
            Path file = Files.writeString(folder.resolve("file"), text);
            assertThrows(Failure.class, () -> ThreadDumps.read(List.of(file)), text);
        }
    }

    /// A thread in `Object.wait` has given its monitor back, whatever the dump says (JDK-8361926).
    @Test
    void whoWaitsOnAMonitorDoesNotHoldIt() throws Exception {
        String json = """
                {"threadDump": {"processId": "1", "runtimeVersion": "25.0.3", "threadContainers": [{"container": "<root>", "owner": null, "threads": [
                  {"tid": "7", "name": "", "virtual": true, "state": "WAITING", "waitingOn": "com.example.Box@1",
                   "stack": ["java.base/java.lang.Object.wait0(Native Method)", "com.example.Box.take(Box.java:5)"],
                   "monitorsOwned": [{"depth": 1, "locks": ["com.example.Box@1", "com.example.Lid@2"]}]}]}]}}
                """;
        ThreadSnapshot thread = ThreadDumps.parse(0, json, Optional.empty()).thread(7);
        assertEquals(Optional.empty(), thread.holds("com.example.Box@1"));
        assertEquals("take", thread.holds("com.example.Lid@2").orElseThrow().method());
    }
}
