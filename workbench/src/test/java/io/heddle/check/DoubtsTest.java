package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What makes a way that can be taken no more than possible, and what must not.
class DoubtsTest extends CodeTest {

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

    /// Nobody implements what only those who extend the class can see, or hands in what only the library's own
    /// code can.
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
        assertEquals(
                List.of(),
                likely(
                        "package app.internal; public class Heap { public synchronized Object find(java.util.function.Supplier<Object> source) { return source.get(); } }"));
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
    void whoGivesUpAfterSomeTriesDoesNotWait() throws IOException {
        assertEquals(List.of("forever", "otherwise"), likely("""
                import java.util.concurrent.atomic.*;
                public class Tries {
                    private final AtomicBoolean taken = new AtomicBoolean();
                    private int seen;
                    public boolean thrice() { int i = 0; while (!taken.getAndSet(true)) { if (++i >= 3) { return false; } Thread.yield(); } return true; }
                    public boolean some(int most) { for (int i = 0; i < most; i++) { if (!taken.getAndSet(true)) { return true; } Thread.yield(); } return false; }
                    public void forever() { while (taken.getAndSet(true)) { Thread.yield(); } }
                    public int otherwise() { int i = 0; while (taken.getAndSet(true)) { i++; Thread.yield(); } return i; }
                }
                """));
    }

    @Test
    void aPathIsNoLessSureForItsLengthAlone() throws IOException {
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
        assertEquals(List.of("near", "waits"), likely(code.formatted("task.get()")));
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

    /// Unless a thread that may be virtual enters the same monitor: up to JDK 23 its carrier waits with it.
    @Test
    void aThreadOfItsOwnClassIsNoVirtualOne() throws IOException {
        String code = """
                public class Beats {
                    private static final Object LOCK = new Object();
                    private static final Object OTHER = new Object();
                    public static class Beat extends Thread {
                        public void run() { synchronized (LOCK) { rest(); } once(); }
                        private void once() { synchronized (LOCK) { rest(); } }
                    }
                    public static class Task implements Runnable {
                        public void run() { synchronized (%s) { rest(); } }
                    }
                    private static void rest() { try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }
                }
                """;
        assertEquals(List.of("Task.run"), ofBeats(code.formatted("OTHER")));
        assertEquals(List.of("Beat.once", "Beat.run", "Task.run"), ofBeats(code.formatted("LOCK")));
    }

    private List<String> ofBeats(String code) throws IOException {
        return check(code, Confidence.LIKELY).stream()
                .map(finding -> finding.type().replace("Beats$", "") + "." + finding.method())
                .sorted()
                .toList();
    }

    @Test
    void aFunctionThatIsHandedInIsAStrangersAndNotJustAnyOfItsKind() throws IOException {
        assertEquals(
                List.of("callback-under-monitor"),
                check("""
                import java.util.function.Supplier;
                public class Scopes {
                    public synchronized Object get(Supplier<Object> factory) { return factory.get(); }
                    public Supplier<Object> slow(Thread other) { return () -> { try { other.join(); } catch (InterruptedException e) { other.interrupt(); } return other; }; }
                }
                """, Confidence.LIKELY).stream().map(Finding::rule).toList());
    }

    /// The others only prepare it.
    @Test
    void ofAChainOfExternalCallsTheLastIsTold() throws IOException {
        assertEquals("Locks$Deletes.forPath", possible("""
                public class Locks {
                    public interface Client { Deletes delete(); }
                    public interface Deletes { void forPath(String path); }
                    public synchronized void release(Client client) { client.delete().forPath("a"); }
                }
                """, "release").sink());
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

    @Test
    void nativeCodeThatHasToDoWithValuesOrMemoryAloneDoesNotWait() throws IOException {
        assertEquals(List.of("step"), likely("""
                public class Database {
                    public synchronized native int step(long statement);
                    public synchronized native int getCount(long statement);
                    public synchronized native long allocStatement();
                    public synchronized native void freeStatement(long statement);
                }
                """));
    }

    /// A thread that is made for a task is a platform thread; who else is handed it may have it run anywhere.
    @Test
    void aTaskOfAThreadThatIsMadeForItRunsOnAPlatformThread() throws IOException {
        String code = """
                import java.util.concurrent.*;
                public class Timers {
                    static class Alarm implements Runnable {
                        public synchronized void run() { try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }
                    }
                    private final ExecutorService pool;
                    public Timers(ExecutorService pool) { this.pool = pool; }
                    public void start() { %s }
                }
                """;
        assertEquals(List.of(), likely(code.formatted("new Thread(new Alarm()).start();")));
        assertEquals(
                List.of("run"),
                likely(code.formatted("Alarm alarm = new Alarm(); new Thread(alarm).start(); pool.execute(alarm);")));
        assertEquals(
                List.of("run"),
                likely(code.formatted("Alarm alarm = new Alarm(); new Thread(alarm).start(); alarm.run();")));
        assertEquals(List.of("run"), likely(code.formatted("pool.execute(new Alarm());")));
    }

    @Test
    void whatOnlyALambdaForItsOwnThreadCallsRunsThere() throws IOException {
        String code = """
                import java.util.concurrent.*;
                public class Loop {
                    private final ExecutorService pool;
                    public Loop(ExecutorService pool) { this.pool = pool; }
                    public void start() { %s }
                    private synchronized void loop() { try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }
                }
                """;
        assertEquals(List.of(), likely(code.formatted("new Thread(this::loop).start();")));
        assertEquals(List.of(), likely(code.formatted("new Thread(() -> loop()).start();")));
        assertEquals(List.of("loop"), likely(code.formatted("pool.execute(this::loop);")));
    }
}
