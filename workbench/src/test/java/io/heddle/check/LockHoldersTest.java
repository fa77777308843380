package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which code holds a lock, and for how long.
class LockHoldersTest extends CodeTest {

    /// Kotlin's compiler reads a companion object's property by two getters.
    @Test
    void aLockBehindGettersOfItsOwnIsKnown() throws IOException {
        String code = """
                import java.util.concurrent.locks.*;
                public class Timeouts {
                    private static final ReentrantLock LOCK = new ReentrantLock();
                    private static ReentrantLock field() { return LOCK; }
                    static class Companion {
                        ReentrantLock lock() { return field(); }
                    }
                    private static final Companion COMPANION = new Companion();
                    private int count;
                    public synchronized void add() { schedule(); }
                    private void schedule() { COMPANION.lock().lock(); try { count++; } finally { COMPANION.lock().unlock(); } }
                    public void rest() throws InterruptedException { %s }
                }
                """;
        assertEquals(List.of(), likely(code.formatted("Thread.sleep(10);")));
        assertEquals(
                List.of("add"),
                likely(code.formatted(
                        "COMPANION.lock().lock(); try { Thread.sleep(10); } finally { COMPANION.lock().unlock(); }")));
    }

    /// Nobody else has the lock of a part of an object that this path made.
    @Test
    void theLockOfANewObjectsPartIsFree() throws IOException {
        assertEquals(List.of("kept"), likely("""
                import java.util.concurrent.locks.*;
                public class Clients {
                    static class Pool {
                        private final Lock lock = new ReentrantLock();
                        private int most;
                        void most(int most) { lock.lock(); try { this.most = most; } finally { lock.unlock(); } }
                        void take() throws InterruptedException { lock.lock(); try { Thread.sleep(10); } finally { lock.unlock(); } }
                    }
                    public static class Manager {
                        private final Pool pool = new Pool();
                        private final Object registry;
                        public Manager(Object registry) { this.registry = registry; }
                        public void most(int most) { pool.most(most); }
                        public void take() throws InterruptedException { pool.take(); }
                    }
                    private Manager manager;
                    private Object registry;
                    public void use(Object registry, Manager manager) { this.registry = registry; this.manager = manager; }
                    public synchronized Manager make() { Manager made = new Manager(registry); made.most(10); return made; }
                    public synchronized void kept() { manager.most(5); }
                }
                """));
    }

    @Test
    void theReasonNamesWhoHoldsTheLockForLong() throws IOException {
        assertTrue(check("""
                import java.util.concurrent.locks.*;
                public class Report {
                    private final ReentrantLock lock = new ReentrantLock();
                    public synchronized void add() { lock.lock(); lock.unlock(); }
                    public void send() throws InterruptedException { lock.lock(); try { Thread.sleep(10); } finally { lock.unlock(); } }
                }
                """, Confidence.LIKELY)
                .getFirst()
                .reason()
                .endsWith("Report.send may block while it holds that lock"));
    }
}
