package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Ways to what blocks that the code seems to have and that no object, and no argument, can take.
class WaysTest extends CodeTest {

    @Test
    void aFlagANullAndAnEnumDecideWhatRuns() throws IOException {
        assertEquals(List.of("always", "looking", "waiting"), likely("""
                public class Flags {
                    public enum Action { LOOK, WAIT, LEAVE }
                    public synchronized void polling() throws InterruptedException { read(false); }
                    public synchronized void waiting() throws InterruptedException { read(true); }
                    public synchronized void always(boolean block) throws InterruptedException { read(block); }
                    public synchronized void leaving() throws InterruptedException { act(Action.LEAVE, 1); }
                    public synchronized void looking() throws InterruptedException { act(Action.LOOK, 1); }
                    public synchronized void nobody() throws InterruptedException { meet(null); }
                    private void read(boolean block) throws InterruptedException { get(block); }
                    private void get(boolean block) throws InterruptedException { if (block) { Thread.sleep(10); } }
                    private void meet(String who) throws InterruptedException { if (who != null) { Thread.sleep(10); } }
                    private void act(Action action, int times) throws InterruptedException {
                        switch (action) {
                            case LOOK, WAIT: Thread.sleep(times); break;
                            case LEAVE: break;
                            default: throw new IllegalStateException();
                        }
                    }
                }
                """));
    }

    @Test
    void whereAConstantExcludesTheShortestWayAnotherIsTaken() throws IOException {
        assertEquals(List.of("write"), likely("""
                public class Around {
                    public synchronized void write() throws InterruptedException { flush(false); }
                    private void flush(boolean now) throws InterruptedException { if (now) { Thread.sleep(10); } else { later(); } }
                    private void later() throws InterruptedException { Thread.sleep(10); }
                }
                """));
    }

    @Test
    void anObjectIsOfOneClassAllTheWay() throws IOException {
        List<Finding> findings = check("""
                public class Counts {
                    public abstract static class Histogram {
                        public int encode() throws InterruptedException { return fill(); }
                        protected int fill() throws InterruptedException { return count(1); }
                        protected abstract int count(int at) throws InterruptedException;
                    }
                    public static class Plain extends Histogram { protected int count(int at) { return at; } }
                    public static class Shared extends Histogram { protected int count(int at) throws InterruptedException { Thread.sleep(at); return at; } }
                    public static class Guarded extends Plain { public synchronized int encode() throws InterruptedException { return super.encode(); } }
                    public static class GuardedShared extends Shared { public synchronized int encode() throws InterruptedException { return super.encode(); } }
                    public static Object[] make() { return new Object[] {new Plain(), new Shared(), new Guarded(), new GuardedShared()}; }
                }
                """, Confidence.LIKELY);
        assertEquals(
                List.of("Counts$GuardedShared"),
                findings.stream().map(Finding::type).toList());
        assertEquals(Confidence.CERTAIN, findings.getFirst().confidence());
    }

    /// As Netty's timer waits for its thread.
    @Test
    void whatWaitsForAThreadToBeginWaitsForNothing() throws IOException {
        assertEquals(List.of("end"), likely("""
                import java.util.concurrent.*;
                public class Timer {
                    private final CountDownLatch begun = new CountDownLatch(1);
                    private final CountDownLatch done = new CountDownLatch(1);
                    private volatile long began;
                    private final Worker worker = new Worker();
                    public synchronized void begin() throws InterruptedException {
                        new Thread(worker).start();
                        while (began == 0) { begun.await(); }
                    }
                    public synchronized void end() throws InterruptedException { done.await(); }
                    private void tick() { began++; }
                    private final class Worker implements Runnable {
                        @Override public void run() {
                            began = System.nanoTime();
                            begun.countDown();
                            tick();
                            done.countDown();
                        }
                    }
                }
                """));
    }

    @Test
    void aTaskThatWasAskedIsThereAndALockThatIsNewIsFree() throws IOException {
        assertEquals(List.of("get", "next"), likely("""
                import java.util.concurrent.*;
                import java.util.concurrent.locks.*;
                public class Ready {
                    private final Shared shared = new Shared();
                    public synchronized Object peek(CompletableFuture<Object> task) { return task.isDone() ? task.join() : null; }
                    public synchronized Object get(CompletableFuture<Object> task) { return task.join(); }
                    public synchronized Shared make() { Shared made = new Shared(); made.use(); return made; }
                    public synchronized void next() { shared.use(); }
                    public void rest() throws InterruptedException { shared.rest(); }
                    public static class Shared {
                        private final Lock lock = new ReentrantLock();
                        private int uses;
                        void use() {
                            lock.lock();
                            try { uses++; } finally { lock.unlock(); }
                        }
                        void rest() throws InterruptedException {
                            lock.lock();
                            try { Thread.sleep(10); } finally { lock.unlock(); }
                        }
                    }
                }
                """));
    }

    @Test
    void anObjectThatIsThereIsNotAskedFor() throws IOException {
        assertEquals(List.of("any"), likely("""
                public class Zones {
                    public static final Zones HOME = new Zones();
                    public static final Zones USUAL = HOME;
                    public synchronized String usual() throws InterruptedException { return of(USUAL); }
                    public synchronized String own() throws InterruptedException { return of(this); }
                    public synchronized String any(Zones zone) throws InterruptedException { return of(zone); }
                    private static String of(Zones zone) throws InterruptedException {
                        if (zone == null) { Thread.sleep(10); }
                        return "there";
                    }
                }
                """));
    }

    /// What private code is given is known where it is given; what anybody may give is not.
    @Test
    void aFunctionThatOnlyOwnCodeHandsInIsFollowed() throws IOException {
        assertEquals(List.of("guarded", "open"), likely("""
                import java.util.*;
                import java.util.function.*;
                public class Tables {
                    private final Map<String, String> known = new HashMap<>();
                    public String name(String key) { return quick(key, at -> at + "!"); }
                    private synchronized String quick(String key, UnaryOperator<String> make) {
                        String made = make.apply(key);
                        known.put(key, made);
                        return made;
                    }
                    public String slow(String key) { return guarded(key, Tables::rest); }
                    private synchronized String guarded(String key, UnaryOperator<String> make) { return make.apply(key); }
                    private static String rest(String key) {
                        try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); }
                        return key;
                    }
                    public synchronized String open(UnaryOperator<String> make) { return make.apply("x"); }
                }
                """));
    }

    @Test
    void aFunctionThatOwnCodeHandsOnIsFollowedToWhereItIsMade() throws IOException {
        assertEquals(List.of("sixth"), likely("""
                import java.util.function.*;
                public class Steps {
                    public String quick(String key) { return first(key, at -> at + "!"); }
                    private String first(String key, UnaryOperator<String> make) { return second(key, make); }
                    private String second(String key, UnaryOperator<String> make) { return third(key, make); }
                    private synchronized String third(String key, UnaryOperator<String> make) { return make.apply(key); }
                    public String slow(String key) { return fourth(key, Steps::rest); }
                    private String fourth(String key, UnaryOperator<String> make) { return fifth(key, make); }
                    private String fifth(String key, UnaryOperator<String> make) { return sixth(key, make); }
                    private synchronized String sixth(String key, UnaryOperator<String> make) { return make.apply(key); }
                    private static String rest(String key) {
                        try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); }
                        return key;
                    }
                }
                """));
    }

    /// Also where an object or a lambda keeps what it was given.
    @Test
    void aFunctionThatOwnCodeHandsToItsOwnObjectIsFollowed() throws IOException {
        assertEquals(List.of("run", "slow"), likely("""
                import java.util.*;
                import java.util.function.*;
                public class Keepers {
                    public String quick(String key) { return new Kept(at -> at + "!").quick(key); }
                    public String slow(String key) { return new Slow(Keepers::rest).slow(key); }
                    public Runnable open(UnaryOperator<String> make) { return new Open(make)::run; }
                    public Map<String, String> table() { Map<String, String> table = new HashMap<>(); fill(table, at -> at + "!"); return table; }
                    private synchronized void fill(Map<String, String> table, UnaryOperator<String> make) { later(() -> table.put("x", make.apply("x"))); }
                    private synchronized void later(Runnable task) { task.run(); }
                    private static String rest(String key) {
                        try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); }
                        return key;
                    }
                    private static class Kept {
                        private final UnaryOperator<String> make;
                        Kept(UnaryOperator<String> make) { this.make = make; }
                        synchronized String quick(String key) { return make.apply(key); }
                    }
                    private static class Slow {
                        private final UnaryOperator<String> make;
                        Slow(UnaryOperator<String> make) { this.make = make; }
                        synchronized String slow(String key) { return make.apply(key); }
                    }
                    private static class Open {
                        private final UnaryOperator<String> make;
                        Open(UnaryOperator<String> make) { this.make = make; }
                        synchronized void run() { make.apply("x"); }
                    }
                }
                """));
    }

    @Test
    void anAddressInNumbersAsksNobodyAndAChannelOfASelectorDoesNotWait() throws IOException {
        assertEquals(List.of("name"), likely("""
                import java.io.IOException;
                import java.net.*;
                import java.nio.channels.*;
                public class Addresses {
                    public synchronized InetAddress any() throws IOException { return InetAddress.getByName("::"); }
                    public synchronized InetAddress four() throws IOException { return InetAddress.getByName("127.0.0.1"); }
                    public synchronized InetAddress name() throws IOException { return InetAddress.getByName("heddle.test"); }
                    public synchronized SocketChannel connect(SocketAddress to) throws IOException {
                        SocketChannel channel = SocketChannel.open();
                        channel.configureBlocking(false);
                        channel.connect(to);
                        return channel;
                    }
                }
                """));
    }

    /// Whoever has channels that do not block has them so for all that lie beside it, and hands them on as such.
    @Test
    void aChannelThatASelectorGaveDoesNotWaitAlsoBehindGettersAndParameters() throws IOException {
        assertEquals(List.of("fill"), likely("""
                import java.io.IOException;
                import java.nio.ByteBuffer;
                import java.nio.channels.*;
                import java.nio.file.*;
                public class Sessions {
                    private final ByteChannel channel;
                    private final ByteChannel file;
                    private final ByteBuffer bytes = ByteBuffer.allocate(64);
                    public Sessions(SelectionKey key) throws IOException {
                        channel = (ByteChannel) key.channel();
                        file = Files.newByteChannel(Path.of("x"));
                    }
                    protected ByteChannel channel() { return channel; }
                    public static class Secure extends Sessions {
                        private final ByteChannel inner = new Inner();
                        public Secure(SelectionKey key) throws IOException { super(key); }
                        protected ByteChannel channel() { return inner; }
                        class Inner implements ByteChannel {
                            public int read(ByteBuffer to) throws IOException { return Secure.super.channel().read(to); }
                            public int write(ByteBuffer from) throws IOException { return Secure.super.channel().write(from); }
                            public boolean isOpen() { return true; }
                            public void close() { }
                        }
                    }
                    public synchronized void read() throws IOException { channel().read(bytes); }
                    public synchronized void write() throws IOException { flush(channel()); }
                    public synchronized void fill() throws IOException { flush(file); }
                    private void flush(WritableByteChannel to) throws IOException { to.write(bytes); }
                }
                """));
        assertEquals(List.of(), likely("""
                import java.io.IOException;
                import java.nio.ByteBuffer;
                import java.nio.channels.*;
                public class Accepting {
                    public static class Wrapper {
                        private SocketChannel channel;
                        void reset(SocketChannel other) { channel = other; }
                        public synchronized int write(ByteBuffer bytes) throws IOException { return channel.write(bytes); }
                    }
                    public Wrapper accept(SocketChannel channel) throws IOException {
                        channel.configureBlocking(false);
                        Wrapper wrapper = new Wrapper();
                        wrapper.reset(channel);
                        return wrapper;
                    }
                }
                """));
    }

    @Test
    void whatIsStoredIsToldWhereItRuns() throws IOException {
        List<Finding> findings = check("""
                import java.util.function.Supplier;
                public class Store {
                    static class Memo<T> {
                        private final Supplier<T> from; private T value;
                        Memo(Supplier<T> from) { this.from = from; }
                        synchronized T get() { if (value == null) value = from.get(); return value; }
                        static <T> Memo<T> of(Supplier<T> from) { return new Memo<>(from); }
                    }
                    static class Bus { private Runnable on; void on(Runnable run) { on = run; } synchronized void fire() { on.run(); } }
                    static class Kept { static final Memo<String> MEMO = Memo.of(Store::slow); }
                    static final Bus BUS = new Bus();
                    static String slow() { try { Thread.sleep(30); } catch (InterruptedException e) { return ""; } return "x"; }
                    public static String all() { return Kept.MEMO.get(); }
                    public static synchronized void init() { BUS.on(Store::slow); }
                    public static void event() { BUS.fire(); }
                }
                """, Confidence.LIKELY);
        assertEquals(
                List.of("blocking-under-monitor Bus.fire", "blocking-under-monitor Memo.get"),
                findings.stream()
                        .map(finding ->
                                finding.rule() + " " + finding.type().replace("Store$", "") + "." + finding.method())
                        .sorted()
                        .toList());
    }

    @Test
    void initialisersThatCallTheSameAreToldEach() throws IOException {
        List<Finding> findings = check("""
                import java.nio.file.*;
                public class Settings {
                    static String load() { try { return Files.readString(Path.of("settings")); } catch (java.io.IOException e) { return ""; } }
                    public static class A { static final String TEXT = load(); }
                    public static class B { static final String TEXT = load(); }
                    public static class C { static final String TEXT = Settings.load(); }
                    public static String all() { return A.TEXT + B.TEXT + C.TEXT; }
                }
                """, Confidence.LIKELY);
        assertEquals(
                List.of("Settings$A", "Settings$B", "Settings$C"),
                findings.stream().map(Finding::type).sorted().toList());
    }

    @Test
    void aLoopOverAPlainFieldDoesNotWaitForAnotherThread() throws IOException {
        assertEquals(List.of(), rules("""
                public class Loops {
                    private int left;
                    public int take(int wanted) {
                        int taken = wanted;
                        while (taken > 0) {
                            if (left == 0) { left = wanted / 2; }
                            while (left > 0) { left--; taken--; }
                        }
                        return taken;
                    }
                }
                """));
    }
}
