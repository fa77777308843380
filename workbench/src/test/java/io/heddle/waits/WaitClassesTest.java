package io.heddle.waits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import io.heddle.model.WaitAccount;
import io.heddle.model.WaitAccount.Wait;
import io.heddle.model.WaitClass;
import io.heddle.waits.dump.ThreadDumps;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Virtual threads of this JVM, which is 25 or later, each in a wait of its own, told from a dump that the JVM wrote.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WaitClassesTest {

    private final Object monitor = new Object();
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
    private final Semaphore permits = new Semaphore(0);
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicBoolean computes = new AtomicBoolean(true);
    private final List<Thread> threads = new ArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final ExecutorService one = Executors.newSingleThreadExecutor();
    private ThreadDump dump =
            new ThreadDump(0, ThreadDump.Jvm.UNKNOWN, new ThreadDump.Tells(true, true, true), java.util.Map.of());

    private interface Job {
        void run() throws Exception;
    }

    @BeforeAll
    void dump(@TempDir Path folder) throws Exception {
        CountDownLatch held = new CountDownLatch(3);
        start("owner of monitor", () -> {
            synchronized (monitor) {
                held.countDown();
                over.await();
            }
        });
        start("owner of lock", () -> hold(held));
        start("owner of write lock", () -> {
            readWrite.writeLock().lock();
            held.countDown();
            over.await();
        });
        held.await();
        start("monitor", () -> {
            synchronized (monitor) {
                over.await();
            }
        });
        start("lock", () -> hold(held));
        start("read lock", () -> readWrite.readLock().lock());
        start("semaphore", permits::acquire);
        BlockingQueue<String> full = new ArrayBlockingQueue<>(1);
        full.put("");
        start("full queue", () -> full.put(""));
        start("empty queue", () -> new LinkedBlockingQueue<String>().take());
        one.submit(() -> {
            over.await();
            return "";
        });
        start("future 1", () -> one.submit(() -> "").get());
        start("future 2", () -> one.submit(() -> "").get());
        start("promise", () -> new CompletableFuture<String>().get());
        start("sleep", () -> Thread.sleep(600_000));
        start("object wait", () -> {
            Object own = new Object();
            synchronized (own) {
                while (over.getCount() > 0) {
                    own.wait();
                }
            }
        });
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
        open.add(server);
        open.add(socket);
        start("socket", () -> socket.getInputStream().read());
        start("accept", () -> {
            Socket first = server.accept();
            open.add(first);
            server.accept();
        });
        for (Thread thread : threads) {
            while (thread.getState() == Thread.State.RUNNABLE || thread.getState() == Thread.State.NEW) {
                Thread.sleep(2);
            }
        }
        start("computes", () -> {
            while (computes.get()) {
                Thread.onSpinWait();
            }
        });
        Thread.sleep(50);
        Path file = folder.resolve("dump.json");
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(file.toString(), ThreadDumpFormat.JSON);
        dump = ThreadDumps.parse(0, Files.readString(file), Optional.empty());
    }

    private void hold(CountDownLatch held) throws InterruptedException {
        lock.lock();
        try {
            held.countDown();
            over.await();
        } finally {
            lock.unlock();
        }
    }

    private void start(String name, Job job) {
        threads.add(Thread.ofVirtual().name(name).start(() -> {
            try {
                job.run();
            } catch (Exception e) {
                // the test has ended
            }
        }));
    }

    @AfterAll
    void end() throws Exception {
        computes.set(false);
        over.countDown();
        threads.forEach(Thread::interrupt);
        one.shutdownNow();
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @Test
    void eachThreadIsInItsClass() {
        assertEquals("monitor QUEUES", of("monitor"));
        assertEquals("lock QUEUES", of("lock"));
        assertEquals("lock QUEUES", of("read lock"));
        assertEquals("pool QUEUES", of("semaphore"));
        assertEquals("queue QUEUES", of("full queue"));
        assertEquals("queue IDLE", of("empty queue"));
        assertEquals("other TASK", of("promise"));
        assertEquals("sleep PLAIN", of("sleep"));
        assertEquals("monitor PLAIN", of("object wait"));
        assertEquals("socket PLAIN", of("socket"));
        assertEquals("socket IDLE", of("accept"));
        assertEquals("running PLAIN", of("computes"));
    }

    @Test
    void whoHasTheMonitorOrTheLockIsNamed() {
        WaitAccount account = account();
        Wait atMonitor = wait(account, WaitClass.MONITOR, "Object of ");
        assertEquals(
                "waits for another thread (CountDownLatch)",
                atMonitor.owner().orElseThrow().does());
        Wait atLock = wait(account, WaitClass.LOCK, "ReentrantLock of WaitClassesTest.hold");
        assertEquals("hold", atLock.owner().orElseThrow().method());
    }

    /// One thread of the executor works, and two results are waited for: one of them waits in the queue.
    @Test
    void whoWaitsForAThreadOfAnExecutorIsInItsQueue() {
        Wait queue = wait(account(), WaitClass.QUEUE, "threads of executor ");
        assertEquals(1, queue.size());
        assertEquals(1, queue.waiting());
    }

    @Test
    void theSharesOfAllWaitsAddUp() {
        assertEquals(1, account().waits().stream().mapToDouble(Wait::share).sum(), 1e-9);
        assertTrue(
                account().recognised().contains("no known server was met"),
                account().recognised());
    }

    private WaitAccount account() {
        Account account = new Account(Optional.empty());
        account.add(dump);
        return account.close();
    }

    private static Wait wait(WaitAccount account, WaitClass kind, String name) {
        return account.waits().stream()
                .filter(wait -> wait.kind() == kind && wait.name().startsWith(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(account.toString()));
    }

    private String of(String name) {
        ThreadSnapshot found = dump.threads().values().stream()
                .filter(thread -> thread.name().equals(name))
                .findFirst()
                .orElseThrow();
        Activity activity = Classifier.KNOWN.of(Objects.requireNonNull(found), true);
        return activity.kind().spelled() + " " + activity.nature();
    }
}
