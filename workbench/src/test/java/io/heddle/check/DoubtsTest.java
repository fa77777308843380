package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What makes a way that can be taken no more than possible, and what must not.
class DoubtsTest {

    @TempDir
    private Path folder;

    /// A stream that is a library's own is no channel of a selector.
    @Test
    void aStreamOfOnesOwnMayBeThatOfASocket() throws IOException {
        assertEquals(List.of("flush"), likely("""
                import java.io.*;
                import java.net.Socket;
                public class Wire {
                    public static class Out extends BufferedOutputStream {
                        public Out(OutputStream to) { super(to); }
                        public void number(int value) throws IOException { write(value); }
                    }
                    private Out out;
                    private Out out() { return out; }
                    public void open(Socket socket) throws IOException { out = new Out(socket.getOutputStream()); }
                    public synchronized void flush() throws IOException { out().flush(); }
                }
                """));
    }

    @Test
    void aTaskThatAnExecutorTakesDoesNotRunHere() throws IOException {
        String code = """
                import java.util.concurrent.Executor;
                public class Endpoint {
                    static class Work implements Runnable {
                        public void run() { try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }
                    }
                    private Executor executor;
                    public void use(Executor other) { executor = other; }
                    public synchronized void hand() { process(true); }
                    public synchronized void here() { process(false); }
                    private void process(boolean dispatch) {
                        Work work = new Work();
                        if (dispatch && executor != null) { executor.execute(work); } else { work.run(); }
                    }
                }
                """;
        assertEquals(List.of("here"), likely(code));
        assertTrue(possible(code, "hand").reason().endsWith("; it runs there only where no executor takes it"));
    }

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

    /// Nobody implements what only those who extend the class can see, or hands in what only the library's own code can.
    @Test
    void whatIsProtectedOrInternalIsTheLibrarysOwn() throws IOException {
        assertEquals(List.of("open"), likely("""
                import java.util.function.Supplier;
                public class Own {
                    protected interface Dispatcher { Object dispatch(Object of); }
                    public interface Loader { Object dispatch(Object of); }
                    private final Dispatcher dispatcher;
                    private final Loader loader;
                    protected Own(Dispatcher dispatcher, Loader loader) { this.dispatcher = dispatcher; this.loader = loader; }
                    public static Own of(Loader loader) { return new Own(null, loader); }
                    public synchronized Object proxied() { return dispatcher.dispatch(this); }
                    public synchronized Object open() { return loader.dispatch(this); }
                    public Object length() { return held(() -> 1); }
                    protected synchronized Object held(Supplier<Object> source) { return source.get(); }
                }
                """));
        assertEquals(List.of(), likely("package app.internal; public class Heap { public synchronized Object find(java.util.function.Supplier<Object> source) { return source.get(); } }"));
    }

    @Test
    void aTaskThatWasCancelledBeforeItIsHandedOnIsDone() throws IOException {
        assertEquals(List.of("await"), likely("""
                import java.util.concurrent.*;
                public class Body {
                    private Future<Object> task;
                    public void set(Future<Object> other) { task = other; }
                    public synchronized void again() throws Exception { task.cancel(true); finish(task); }
                    public synchronized void await() throws Exception { finish(task); }
                    private void finish(Future<Object> ending) throws Exception { ending.get(); }
                }
                """));
    }

    @Test
    void aSelectorThatMayOnlyBeLookedAtIsAskedByWhoCalls() throws IOException {
        String code = """
                import java.io.IOException;
                import java.nio.channels.Selector;
                public class Poller {
                    private final Selector selector;
                    public Poller(Selector selector) { this.selector = selector; }
                    public synchronized void poll() throws IOException { select(0); }
                    public synchronized void own() throws IOException { selector.select(10); }
                    private int select(long time) throws IOException { return time == 0 ? selector.selectNow() : selector.select(time); }
                }
                """;
        assertEquals(List.of("own"), likely(code));
        assertTrue(possible(code, "poll").reason().endsWith("; who calls it says whether it waits at all"));
    }

    @Test
    void aWriterOfAStreamInMemoryDoesNotWait() throws IOException {
        assertEquals(List.of("send"), likely("""
                import java.io.*;
                public class Printer {
                    public static class Tree {
                        private final PrintWriter out;
                        public Tree(Writer writer) { out = new PrintWriter(writer); }
                        public void print(String text) { out.print(text); out.flush(); }
                    }
                    public synchronized String text() { StringWriter text = new StringWriter(); new Tree(text).print("x"); return text.toString(); }
                    public synchronized void send(Writer to) { new Tree(to).print("x"); }
                }
                """));
    }

    /// Whoever has written the interface nearer is likelier to have written what runs.
    @Test
    void anInterfaceFarAwayMayBeAnybodys() throws IOException {
        String code = """
                import java.io.IOException;
                public class Chunks {
                    public interface Out { void write(byte[] bytes) throws IOException; }
                    private final Out out;
                    public Chunks(Out out) { this.out = out; }
                    public synchronized void near() throws IOException { flush(); }
                    public synchronized void far() throws IOException { one(); }
                    private void one() throws IOException { two(); }
                    private void two() throws IOException { three(); }
                    private void three() throws IOException { four(); }
                    private void four() throws IOException { five(); }
                    private void five() throws IOException { flush(); }
                    private void flush() throws IOException { out.write(new byte[0]); }
                }
                """;
        assertEquals(List.of("near"), likely(code));
    }

    /// Clojure's compiler looks a function up by its namespace and name, and names its class after both.
    @Test
    void aFunctionThatIsHereByItsNameIsNoStrangers() throws IOException {
        assertEquals(List.of("stranger"), likely("""
                public class Vars {
                    public interface Fn { Object invoke(Object of); Object invoke(Object of, Object more); }
                    public static final class Var { public Object root() { return System.getProperties().get(this); } }
                    public static class load_all_BANG_ { }
                    static final Var LOAD = look("Vars", "load-all!");
                    static final Var OTHER = look("elsewhere", "load-all!");
                    static Var look(String space, String name) { return new Var(); }
                    public static Object known() { synchronized (Vars.class) { return ((Fn) LOAD.root()).invoke("x"); } }
                    public static Object stranger() { synchronized (Vars.class) { return ((Fn) OTHER.root()).invoke("x"); } }
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
    void theLambdaThatIsHandedInRunsAndNoOther() throws IOException {
        assertEquals(List.of("slow"), likely("""
                import java.util.function.Consumer;
                public class Threads {
                    private int count;
                    public synchronized int count() { each(thread -> count++); return count; }
                    public synchronized void slow() { each(Threads::end); }
                    public void end() { each(Threads::end); }
                    private static void end(Thread thread) { try { thread.join(); } catch (InterruptedException e) { thread.interrupt(); } }
                    private void each(Consumer<Thread> what) { what.accept(new Thread()); }
                }
                """));
    }

    @Test
    void aNewObjectsClassDecidesWhatIsAskedForIt() throws IOException {
        assertEquals(List.of("any", "closed"), likely("""
                import java.io.*;
                import java.nio.channels.*;
                public class Handler {
                    public synchronized void completed() throws InterruptedException { failed(new EOFException()); }
                    public synchronized void closed() throws InterruptedException { failed(new AsynchronousCloseException()); }
                    public synchronized void any(Exception problem) throws InterruptedException { failed(problem); }
                    private void failed(Exception problem) throws InterruptedException { if (problem instanceof ClosedChannelException) { Thread.sleep(10); } }
                }
                """));
    }

    @Test
    void noServiceMakesAMock() throws IOException {
        String code = "public class MockConsumer { public synchronized void poll() throws InterruptedException { Thread.sleep(10); } }";
        assertEquals(List.of(), likely(code));
        assertTrue(possible(code, "poll").reason().endsWith("; it is made for tests"));
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
    void aListIsMostlyNoVectorAndAMapMostlyOneOfTheJdks() throws IOException {
        assertEquals(List.of("vector"), likely("""
                import java.util.*;
                import java.util.concurrent.locks.ReentrantLock;
                public class Lists {
                    public static class Guarded<K, V> extends AbstractMap<K, V> {
                        private final ReentrantLock lock = new ReentrantLock();
                        public V put(K key, V value) { lock.lock(); try { Thread.sleep(10); return value; } catch (InterruptedException e) { return null; } finally { lock.unlock(); } }
                        public Set<Map.Entry<K, V>> entrySet() { return Set.of(); }
                    }
                    private static void rest(Object one) { try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }
                    public void any(List<Object> all) { all.forEach(Lists::rest); }
                    public void vector(Vector<Object> all) { all.forEach(Lists::rest); }
                    public synchronized Object keep(Map<Object, Object> in) { return in.put(this, this); }
                    public Object kinds() { return List.of(new ArrayList<>(), new LinkedList<>(), new Vector<>(), new HashMap<>(), new TreeMap<>(), new Guarded<>()); }
                }
                """));
    }

    @Test
    void whoHasMethodsForWaitingReturnsAtOnceInTheOthers() throws IOException {
        assertEquals(List.of("flushPlain", "wait"), blocking("""
                import java.io.*;
                public class Conduits {
                    public interface Sink { boolean flush() throws IOException; void awaitWritable() throws IOException; }
                    public interface Plain { boolean flush() throws IOException; Writer writer() throws IOException; }
                    private final Sink sink;
                    private final Plain plain;
                    public Conduits(Sink sink, Plain plain) { this.sink = sink; this.plain = plain; }
                    public synchronized boolean flush() throws IOException { return sink.flush(); }
                    public synchronized void wait(int times) throws IOException { sink.awaitWritable(); }
                    public synchronized boolean flushPlain() throws IOException { return plain.flush(); }
                    public synchronized Writer writer() throws IOException { return plain.writer(); }
                }
                """));
    }

    @Test
    void aTaskThatWasAskedFartherUpTheWayIsDone() throws IOException {
        assertEquals(List.of("any"), likely("""
                import java.util.concurrent.*;
                public class Results {
                    private Future<Object> task;
                    public void set(Future<Object> other) { task = other; }
                    public synchronized Object ready() throws Exception { return task.isDone() ? translated(task) : null; }
                    public synchronized Object any() throws Exception { return translated(task); }
                    private static Object translated(Future<Object> of) throws Exception { return unchecked(of); }
                    private static Object unchecked(Future<Object> of) throws Exception { return of.get(); }
                }
                """));
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
        assertEquals(List.of("add"), likely(code.formatted("public void rest() throws InterruptedException { fullyLock(); try { Thread.sleep(10); } finally { fullyUnlock(); } }")));
        assertEquals(List.of("part"), likely(code.formatted("public void rest(int at) throws InterruptedException { parts[at].lock(); try { Thread.sleep(10); } finally { parts[at].unlock(); } }")));
    }

    @Test
    void whoTriesAgainWhatAnotherWasFasterWithDoesNotWait() throws IOException {
        assertEquals(List.of("locked"), likely("""
                import java.util.concurrent.atomic.*;
                public class Counts {
                    private final AtomicInteger count = new AtomicInteger();
                    public void release() { for (;;) { int before = count.get(); if (count.compareAndSet(before, before - 2)) { return; } Thread.yield(); } }
                    public void locked() { while (!count.compareAndSet(0, 1)) { Thread.yield(); } }
                }
                """));
    }

    @Test
    void aWrapperOrAMessageThatIsWrittenToMemoryDoesNotWait() throws IOException {
        assertEquals(List.of("send"), blocking("""
                import java.io.*;
                public class Messages {
                    public interface Part { void write(OutputStream to) throws IOException; }
                    private final Part part;
                    public Messages(Part part) { this.part = part; }
                    public synchronized byte[] bytes(Object of) throws IOException {
                        ByteArrayOutputStream kept = new ByteArrayOutputStream();
                        ObjectOutputStream out = new ObjectOutputStream(kept);
                        out.writeObject(of);
                        part.write(kept);
                        written(new DataOutputStream(kept));
                        return kept.toByteArray();
                    }
                    public synchronized void send(OutputStream to) throws IOException { part.write(to); }
                    private void written(DataOutputStream to) throws IOException { part.write(to); }
                }
                """));
    }

    @Test
    void farAwayATaskIsDoneALockIsAnothersAndTheNetworkIsTheNetwork() throws IOException {
        String code = """
                import java.net.Socket;
                import java.util.concurrent.*;
                public class Far {
                    private final Future<Object> task;
                    public Far(Future<Object> task) { this.task = task; }
                    public synchronized Object waits() throws Exception { return a(); }
                    public synchronized Object near() throws Exception { return c(); }
                    private Object a() throws Exception { return b(); }
                    private Object b() throws Exception { return c(); }
                    private Object c() throws Exception { return d(); }
                    private Object d() throws Exception { return e(); }
                    private Object e() throws Exception { return f(); }
                    private Object f() throws Exception { return %s; }
                }
                """;
        assertEquals(List.of("near"), likely(code.formatted("task.get()")));
        assertEquals(List.of("near", "waits"), likely(code.formatted("new Socket(String.valueOf(task), 80)")));
    }

    @Test
    void groupsOfThreadsAreNoThreads() throws IOException {
        assertEquals(List.of("threads"), likely("""
                public class Groups {
                    public int groups(ThreadGroup in) { return in.enumerate(new ThreadGroup[8]); }
                    public int threads(ThreadGroup in) { return in.enumerate(new Thread[8]); }
                    public boolean asks() { return java.lang.management.ManagementFactory.getThreadMXBean().isObjectMonitorUsageSupported(); }
                }
                """));
    }

    @Test
    void aThreadOfItsOwnClassIsNoVirtualOne() throws IOException {
        assertEquals(List.of("Task.run"), check("""
                public class Beats {
                    private static final Object LOCK = new Object();
                    public static class Beat extends Thread {
                        public void run() { synchronized (LOCK) { rest(); } once(); }
                        private void once() { synchronized (LOCK) { rest(); } }
                    }
                    public static class Task implements Runnable {
                        public void run() { synchronized (LOCK) { rest(); } }
                    }
                    private static void rest() { try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }
                }
                """, Confidence.LIKELY).stream().map(finding -> finding.type().replace("Beats$", "") + "." + finding.method()).toList());
    }

    @Test
    void aFunctionThatIsHandedInIsAStrangersAndNotJustAnyOfItsKind() throws IOException {
        assertEquals(List.of("callback-under-monitor"), check("""
                import java.util.function.Supplier;
                public class Scopes {
                    public synchronized Object get(Supplier<Object> factory) { return factory.get(); }
                    public Supplier<Object> slow(Thread other) { return () -> { try { other.join(); } catch (InterruptedException e) { other.interrupt(); } return other; }; }
                }
                """, Confidence.LIKELY).stream().map(Finding::rule).toList());
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
                    public synchronized void close() { factory.end(this); }
                }
                """;
        assertEquals(List.of(), likely(code.formatted("Factory")));
        assertEquals(List.of("close"), likely(code.formatted("Guarded")));
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
    void whoAsksWhetherATaskWasCancelledTakesItForDone() throws IOException {
        assertEquals(List.of("other", "unasked"), likely("""
                import java.util.concurrent.*;
                public class Values {
                    public synchronized Object asked(Future<Object> task) throws Exception { if (task.isCancelled()) { return null; } return value(task); }
                    public synchronized Object unasked(Future<Object> task) throws Exception { return value(task); }
                    public synchronized Object other(Future<Object> task, Order order) throws Exception { if (order.isCancelled()) { return null; } return value(task); }
                    private static Object value(Future<Object> task) throws Exception { return task.get(); }
                    public interface Order { boolean isCancelled(); }
                }
                """));
    }

    private List<String> blocking(String code) throws IOException {
        return check(code, Confidence.LIKELY).stream().filter(finding -> finding.rule().equals("blocking-under-monitor")).map(Finding::method).sorted().toList();
    }

    private List<String> likely(String code) throws IOException {
        return check(code, Confidence.LIKELY).stream().map(Finding::method).distinct().sorted().toList();
    }

    private Finding possible(String code, String method) throws IOException {
        return check(code, Confidence.POSSIBLE).stream().filter(finding -> finding.method().equals(method)).findFirst().orElseThrow();
    }

    private List<Finding> check(String code, Confidence confidence) throws IOException {
        Path classes = Compiled.of(Files.createTempDirectory(folder, "classes"), code);
        return Checker.run(new CheckOptions(List.of(classes), List.of(), Map.of(), List.of(21), Map.of(), false, confidence, Set.of())).findings();
    }
}
