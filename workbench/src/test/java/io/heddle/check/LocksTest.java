package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which locks are held for long, so that who waits for them under a monitor pins, and which are free again at once.
class LocksTest extends CodeTest {

    @Test
    void whoReadsWaitsForWhoWrites() throws IOException {
        assertEquals(List.of("add", "peek"), likely("""
                import java.util.concurrent.locks.*;
                public class Cache {
                    private final ReentrantReadWriteLock read = new ReentrantReadWriteLock();
                    private final ReentrantReadWriteLock quick = new ReentrantReadWriteLock();
                    private final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
                    private int count;
                    public synchronized int get() { read.readLock().lock(); try { return count; } finally { read.readLock().unlock(); } }
                    public void load() throws InterruptedException { read.readLock().lock(); try { Thread.sleep(count); } finally { read.readLock().unlock(); } }
                    public synchronized int look() { quick.readLock().lock(); try { return count; } finally { quick.readLock().unlock(); } }
                    public void count() { quick.writeLock().lock(); try { count++; } finally { quick.writeLock().unlock(); } }
                    public synchronized int peek() { both.readLock().lock(); try { return count; } finally { both.readLock().unlock(); } }
                    public synchronized void add() { both.writeLock().lock(); try { count++; } finally { both.writeLock().unlock(); } }
                    public void wait(int times) throws InterruptedException { both.readLock().lock(); try { Thread.sleep(times); } finally { both.readLock().unlock(); } }
                }
                """));
    }

    @Test
    void whatComesAfterTheUnlockingIsNotUnderTheLock() throws IOException {
        assertEquals(List.of(), rules("""
                import java.util.concurrent.locks.*;
                public class Brief {
                    private final Lock lock = new ReentrantLock();
                    private int count;
                    public synchronized int read() { return guarded(); }
                    private int guarded() {
                        lock.lock();
                        try { return count; } finally { lock.unlock(); }
                    }
                    public void write() throws InterruptedException {
                        lock.lock();
                        try { count++; } finally { lock.unlock(); }
                        Thread.sleep(10);
                    }
                }
                """));
    }

    /// Whoever holds a lock takes it again without waiting; that of another object is another lock.
    @Test
    void whoHoldsALockAlreadyDoesNotWaitForIt() throws IOException {
        assertEquals(List.of("after", "other"), likely("""
                import java.util.*;
                import java.util.concurrent.locks.*;
                public class Lists {
                    private final Lock lock = new ReentrantLock();
                    private final List<String> names = new ArrayList<>();
                    private void add() { lock.lock(); try { names.add(""); } finally { lock.unlock(); } }
                    public void again() {
                        lock.lock();
                        try { synchronized (names) { add(); } } finally { lock.unlock(); }
                    }
                    public void after() {
                        lock.lock();
                        try { names.clear(); } finally { lock.unlock(); }
                        synchronized (names) { add(); }
                    }
                    public void other(Lists other) {
                        lock.lock();
                        try { synchronized (names) { other.add(); } } finally { lock.unlock(); }
                    }
                    public void load() throws InterruptedException {
                        lock.lock();
                        try { Thread.sleep(10); } finally { lock.unlock(); }
                    }
                }
                """));
    }

    @Test
    void eachOfTwoLocksIsHeldToItsOwnUnlocking() throws IOException {
        String code = """
                import java.util.concurrent.locks.*;
                public class Registry {
                    private final Lock whole = new ReentrantLock();
                    private final Lock brief = new ReentrantLock();
                    private int count;
                    public synchronized int look() { brief.lock(); try { return count; } finally { brief.unlock(); } }
                    public synchronized int read() { whole.lock(); try { return count; } finally { whole.unlock(); } }
                    public void make() throws InterruptedException {
                        whole.lock();
                        try {
                            brief.lock();
                            try { count++; } finally { brief.unlock(); }
                            Thread.sleep(10);
                        } finally { whole.unlock(); }
                    }
                }
                """;
        assertEquals(List.of("read"), likely(code));
    }

    /// Nobody can have the lock of an object that only this one knows, and whose locks it takes under its monitor
    /// alone.
    @Test
    void aLockThatOnlyTheMonitorLeadsToIsFree() throws IOException {
        assertEquals(List.of("openSample"), likely("""
                import java.util.concurrent.locks.ReentrantLock;
                public class Recorder {
                    static class Phaser {
                        private final ReentrantLock lock = new ReentrantLock();
                        void flip() {
                            lock.lock();
                            try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } finally { lock.unlock(); }
                        }
                        void look() {
                            lock.lock();
                            lock.unlock();
                        }
                    }
                    private final Phaser guarded = new Phaser();
                    private final Phaser open = new Phaser();
                    public synchronized void sample() { swap(); }
                    private void swap() { guarded.look(); }
                    public synchronized void openSample() { open.look(); }
                    public void flip() { open.flip(); }
                }
                """));
    }

    /// A lock is long by what is done under it while requests are served; and who has it takes it again.
    @Test
    void aLockThatIsHeldLongAtTheEndAloneIsShortAndOneThatTheOverrideHasIsFree() throws IOException {
        assertEquals(List.of("busy"), likely("""
                import java.util.concurrent.locks.*;
                public class Pools {
                    private final Lock lock = new ReentrantLock();
                    private final Lock other = new ReentrantLock();
                    private int count;
                    public synchronized int size() { return guarded(lock()); }
                    private Lock lock() { return lock; }
                    private int guarded(Lock any) { lock.lock(); try { return count; } finally { lock.unlock(); } }
                    public synchronized int busy() { other.lock(); try { return count; } finally { other.unlock(); } }
                    public void work() throws InterruptedException { other.lock(); try { Thread.sleep(10); } finally { other.unlock(); } }
                    public void start() { count = 1; }
                    public void stop() throws InterruptedException { lock.lock(); try { Thread.sleep(10); } finally { lock.unlock(); } }
                }
                """));
        assertEquals(
                List.of("Tallies$Shared"),
                check("""
                import java.util.concurrent.locks.*;
                public class Tallies {
                    public static class Plain {
                        public synchronized int sum() { return count(); }
                        protected int count() { return 1; }
                    }
                    public static class Shared extends Plain {
                        private final ReentrantLock lock = new ReentrantLock();
                        public synchronized int sum() { lock.lock(); try { return super.sum(); } finally { lock.unlock(); } }
                        protected int count() { lock.lock(); try { return 2; } finally { lock.unlock(); } }
                        public void rest() throws InterruptedException { lock.lock(); try { Thread.sleep(10); } finally { lock.unlock(); } }
                    }
                    public static Plain make(boolean shared) { return shared ? new Shared() : new Plain(); }
                }
                """, Confidence.LIKELY).stream()
                        .map(Finding::type)
                        .distinct()
                        .toList());
    }

    @Test
    void aNewObjectsOwnLockIsFreeWhateverElseTheObjectWasMadeOf() throws IOException {
        assertEquals(List.of("kept"), likely("""
                import java.util.concurrent.locks.*;
                public class Properties {
                    public static class Table {
                        private final Lock lock = new ReentrantLock();
                        private final Object key;
                        Table(Object key) { this.key = key; }
                        void read() throws InterruptedException { lock.lock(); try { Thread.sleep(10); } finally { lock.unlock(); } }
                        Object size() { lock.lock(); try { return key; } finally { lock.unlock(); } }
                    }
                    private Table table;
                    public synchronized Object fresh(Object key) { Table made = new Table(key); return made.size(); }
                    public synchronized Object kept() { return table.size(); }
                    public void fill(Object key) throws InterruptedException { table = new Table(key); table.read(); }
                }
                """));
    }

    /// What an interface only says that it may throw makes no lock a long one.
    @Test
    void aLockOverAnUnknownInterfaceIsNoLongOne() throws IOException {
        assertEquals(List.of("wait"), likely("""
                import java.io.IOException;
                import java.util.concurrent.locks.ReentrantLock;
                public class Buffer {
                    public interface Decoder { int read(byte[] into) throws IOException; }
                    private final ReentrantLock lock = new ReentrantLock();
                    private final ReentrantLock other = new ReentrantLock();
                    public int consume(Decoder from) throws IOException { lock.lock(); try { return from.read(new byte[8]); } finally { lock.unlock(); } }
                    public synchronized void close() { lock.lock(); lock.unlock(); }
                    public void rest() throws InterruptedException { other.lock(); try { Thread.sleep(10); } finally { other.unlock(); } }
                    public synchronized void wait(int times) { other.lock(); other.unlock(); }
                }
                """));
    }

    @Test
    void aLockBehindOneOfSeveralMethodsFarAwayIsMostlyAnothers() throws IOException {
        String code = """
                import java.util.concurrent.locks.ReentrantLock;
                public class Resources {
                    public abstract static class Set { abstract int get(); }
                    public static class Plain extends Set { int get() { return 1; } }
                    public static class Folder extends Set {
                        private final ReentrantLock lock = new ReentrantLock();
                        int get() { lock.lock(); try { return 2; } finally { lock.unlock(); } }
                        void write() throws InterruptedException { lock.lock(); try { Thread.sleep(10); } finally { lock.unlock(); } }
                    }
                    public static Object[] make() { return new Object[] {new Plain(), new Folder()}; }
                    private final Set set;
                    public Resources(Set set) { this.set = set; }
                    public synchronized int near() { return set.get(); }
                    public synchronized int far() { return one(); }
                    private int one() { return two(); }
                    private int two() { return three(); }
                    private int three() { return set.get(); }
                }
                """;
        assertEquals(List.of("near"), likely(code));
        assertEquals("far", possible(code, "far").method());
    }

    @Test
    void locksThatAHelperUnlocksOrAnArrayHoldsAreJudgedLikeOthers() throws IOException {
        String code = """
                import java.util.concurrent.locks.*;
                public class Queues {
                    private final Lock put = new ReentrantLock();
                    private final Lock[] parts = {new ReentrantLock(), new ReentrantLock()};
                    private int count;
                    private void fullyLock() { put.lock(); }
                    private void fullyUnlock() { put.unlock(); }
                    public void clear() { fullyLock(); try { count = 0; } finally { fullyUnlock(); } }
                    public synchronized void add() { put.lock(); try { count++; } finally { put.unlock(); } }
                    public synchronized void part(int at) { parts[at].lock(); try { count++; } finally { parts[at].unlock(); } }
                    %s
                }
                """;
        assertEquals(List.of(), likely(code.formatted("")));
        assertEquals(
                List.of("add"),
                likely(
                        code.formatted(
                                "public void rest() throws InterruptedException { fullyLock(); try { Thread.sleep(10); } finally { fullyUnlock(); } }")));
        assertEquals(
                List.of("part"),
                likely(
                        code.formatted(
                                "public void rest(int at) throws InterruptedException { parts[at].lock(); try { Thread.sleep(10); } finally { parts[at].unlock(); } }")));
    }

    @Test
    void theLockOfAWrapperIsNotThatOfWhatStrangersImplement() throws IOException {
        String code = """
                import java.util.concurrent.locks.*;
                public class Pools {
                    public interface Factory { Object make() throws InterruptedException; void end(Object made); }
                    static class Guarded implements Factory {
                        private final Lock lock = new ReentrantLock();
                        private final Factory inner;
                        Guarded(Factory inner) { this.inner = inner; }
                        public Object make() throws InterruptedException { lock.lock(); try { Thread.sleep(10); return inner.make(); } finally { lock.unlock(); } }
                        public void end(Object made) { lock.lock(); try { inner.end(made); } finally { lock.unlock(); } }
                    }
                    private final %1$s factory;
                    public Pools(%1$s factory) { this.factory = factory; }
                    public static Factory guarded(Factory inner) { return new Guarded(inner); }
                    public synchronized void clear() { factory.end(this); }
                }
                """;
        assertEquals(List.of(), likely(code.formatted("Factory")));
        assertEquals(List.of("clear"), likely(code.formatted("Guarded")));
    }

    @Test
    void aLockIsHeldForTheFunctionThatIsHandedInAndNotForAnyOther() throws IOException {
        String code = """
                import java.util.concurrent.locks.*;
                public class Buffers {
                    public static class Closer { private boolean closed; public void close(Runnable once) { if (!closed) { closed = true; once.run(); } } }
                    private final Lock lock = new ReentrantLock();
                    private final Closer closer = new Closer();
                    private int count;
                    public synchronized void add() { lock.lock(); try { count++; } finally { lock.unlock(); } }
                    public void clear() { lock.lock(); try { closer.close(() -> %s); } finally { lock.unlock(); } }
                    private static void rest() { try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }
                    public static class Other { private final Closer closer = new Closer(); public void end() { closer.close(Buffers::rest); } }
                }
                """;
        assertEquals(List.of(), likely(code.formatted("count = 0")));
        assertEquals(List.of("add"), likely(code.formatted("rest()")));
    }

    @Test
    void theLockOfAnotherMachineIsRarelyBehindTheJdksInterface() throws IOException {
        assertEquals(List.of("far"), likely("""
                import java.util.concurrent.TimeUnit;
                import java.util.concurrent.locks.*;
                public class Tables {
                    public static class Far implements Lock {
                        @Override public void lock() { }
                        @Override public void lockInterruptibly() { }
                        @Override public boolean tryLock() { return true; }
                        @Override public boolean tryLock(long time, TimeUnit unit) { return true; }
                        @Override public void unlock() { try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }
                        @Override public Condition newCondition() { return null; }
                    }
                    private final ReadWriteLock both = new ReentrantReadWriteLock();
                    private final Lock lock = both.writeLock();
                    private final Far far = new Far();
                    private int count;
                    public synchronized int count() { lock.lock(); try { return count; } finally { lock.unlock(); } }
                    public void add() { lock.lock(); try { count++; sub(); } finally { lock.unlock(); } }
                    private void sub() { lock.lock(); try { count--; } finally { lock.unlock(); } }
                    public synchronized void given(Lock other) { other.unlock(); }
                    public synchronized void far() { far.unlock(); }
                }
                """));
    }

    @Test
    void whereOneOfSeveralTakesALockAndTheOthersOnlyWaitItIsNoDeadlock() throws IOException {
        assertEquals(List.of("blocking-under-monitor"), rules("""
                import java.util.concurrent.locks.*;
                public class Sockets {
                    public abstract static class Socket {
                        abstract void write() throws InterruptedException;
                        public synchronized void flush() throws InterruptedException { send(); }
                        private void send() throws InterruptedException { out(); }
                        private void out() throws InterruptedException { write(); }
                    }
                    public static class Nio extends Socket { @Override void write() throws InterruptedException { Thread.sleep(10); } }
                    public static class Nio2 extends Socket { @Override void write() throws InterruptedException { Thread.sleep(20); } }
                    public static class Apr extends Socket {
                        private final Lock lock = new ReentrantLock();
                        @Override void write() { lock.lock(); lock.unlock(); }
                        public void read() throws InterruptedException { lock.lock(); try { Thread.sleep(10); } finally { lock.unlock(); } }
                    }
                    public static Socket[] all() { return new Socket[] {new Nio(), new Nio2(), new Apr()}; }
                }
                """));
    }

    @Test
    void aLockIsTheSameBehindAGetterAndInAProtectedFieldAndWhereEitherHalfIsMeant() throws IOException {
        String code = """
                import java.util.concurrent.locks.*;
                public class Stores {
                    private final ReadWriteLock both = new ReentrantReadWriteLock();
                    protected final Lock open = new ReentrantLock();
                    private final Lock hidden = new ReentrantLock();
                    private final Lock shown = new ReentrantLock();
                    private int count;
                    private Lock hidden() { return hidden; }
                    public Lock shown() { return shown; }
                    public synchronized void either(boolean write) {
                        Lock half = write ? both.writeLock() : both.readLock();
                        half.lock();
                        try { count++; } finally { half.unlock(); }
                    }
                    public synchronized void open() { open.lock(); try { count++; } finally { open.unlock(); } }
                    public synchronized void got() { hidden().lock(); try { count++; } finally { hidden().unlock(); } }
                    public synchronized void seen() { shown().lock(); try { count++; } finally { shown().unlock(); } }
                    public void rest() throws InterruptedException { %s.lock(); try { Thread.sleep(10); } finally { %<s.unlock(); } }
                }
                """;
        assertEquals(List.of(), likely(code.formatted("new ReentrantLock()")));
        assertEquals(List.of("either"), likely(code.formatted("both.writeLock()")));
        assertEquals(List.of("open"), likely(code.formatted("open")));
        assertEquals(List.of("got"), likely(code.formatted("hidden")));
        assertEquals(List.of("seen"), likely(code.formatted("shown()")));
        assertTrue(possible(code.formatted("hidden"), "seen")
                .reason()
                .endsWith("; which code holds that lock is not known"));
    }

    @Test
    void whoWritesAnObjectOutHoldsItsLocksForNobodyElse() throws IOException {
        String code = """
                import java.io.*;
                import java.util.concurrent.locks.*;
                public class Queue implements Serializable {
                    private final Lock put = new ReentrantLock();
                    private int count;
                    private void lock() { put.lock(); }
                    private void unlock() { put.unlock(); }
                    public synchronized void add() { put.lock(); try { count++; } finally { put.unlock(); } }
                    %s void %s(ObjectOutputStream out) throws InterruptedException { lock(); try { Thread.sleep(10); } finally { unlock(); } }
                }
                """;
        assertEquals(List.of(), likely(code.formatted("private", "writeObject")));
        assertEquals(List.of("add"), likely(code.formatted("public", "save")));
    }

    /// A lock that a helper is handed is the one that the way has for it.
    @Test
    void aLockThatIsHandedToAHelperIsHeldForTheFunctionThatIsHandedInWithIt() throws IOException {
        String code = """
                import java.util.concurrent.locks.*;
                import java.util.function.Supplier;
                public class Tables {
                    static final class Locking {
                        static <T> T under(Lock lock, Supplier<T> work) {
                            take(lock);
                            try { return work.get(); } finally { unlock(lock); }
                        }
                        private static void take(Lock lock) { lock.lock(); }
                        private static void unlock(Lock lock) { lock.unlock(); }
                    }
                    private final Lock rows = new ReentrantLock();
                    private final Lock names = new ReentrantLock();
                    private int count;
                    private static int rest() { try { Thread.sleep(10); return 1; } catch (InterruptedException e) { return 0; } }
                    public synchronized int rows() { return Locking.under(rows, () -> count); }
                    public synchronized int names() { return Locking.under(names, () -> count); }
                    public int load() { return Locking.under(rows, %s); }
                }
                """;
        assertEquals(List.of("rows"), likely(code.formatted("Tables::rest")));
        assertEquals(List.of(), likely(code.formatted("() -> count++")));
    }

    @Test
    void whoClosesSomethingIsMostlyTheLastWhoHasItsLock() throws IOException {
        String code = """
                import java.util.concurrent.locks.*;
                public class Clients {
                    private final Lock lock = new ReentrantLock();
                    private int pending;
                    private int count() { lock.lock(); try { return pending; } finally { lock.unlock(); } }
                    public void poll() throws InterruptedException { lock.lock(); try { Thread.sleep(10); } finally { lock.unlock(); } }
                    public synchronized int close(long time) { return count(); }
                    public synchronized int closed() { return count(); }
                    public synchronized int leave() { return closeAll(); }
                    private int closeAll() { return count(); }
                    public synchronized void closeNow() throws InterruptedException { Thread.sleep(10); }
                }
                """;
        assertEquals(List.of("closeNow", "closed"), likely(code));
        assertTrue(possible(code, "leave")
                .reason()
                .endsWith("; something is closed there, which nobody else uses by then"));
    }

    /// Who has the monitor waits for those who take the lock without it, and they give it back at once, or not.
    @Test
    void aLockThatIsHeldForLongUnderTheMonitorAloneIsFreeForWhoHasThat() throws IOException {
        String code = """
                import java.util.concurrent.locks.ReentrantLock;
                public class Recorder {
                    static class Phaser {
                        private final ReentrantLock lock = new ReentrantLock();
                        void lock() { lock.lock(); }
                        void unlock() { lock.unlock(); }
                    }
                    public static class Table { public void resize(int size) { } }
                    public static class Shared extends Table {
                        @Override public void resize(int size) { try { Thread.sleep(size); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }
                    }
                    private final Phaser phaser = new Phaser();
                    private Table active = new %s();
                    public static Table other() { return new %s(); }
                    public synchronized void sample(Table next) throws InterruptedException { swap(next); }
                    private void swap(Table next) throws InterruptedException {
                        phaser.lock();
                        try { active = next; Thread.sleep(10); } finally { phaser.unlock(); }
                    }
                    public synchronized void look() { phaser.lock(); phaser.unlock(); }
                    public void resize(int size) { phaser.lock(); try { active.resize(size); } finally { phaser.unlock(); } }
                }
                """;
        assertEquals(List.of(), deadlocks(code.formatted("Table", "Shared")));
        assertEquals(List.of("look", "sample"), deadlocks(code.formatted("Shared", "Table")));
    }

    private List<String> deadlocks(String code) throws IOException {
        return check(code, Confidence.LIKELY).stream()
                .filter(finding -> finding.rule().equals("lock-under-monitor"))
                .map(Finding::method)
                .sorted()
                .toList();
    }
}
