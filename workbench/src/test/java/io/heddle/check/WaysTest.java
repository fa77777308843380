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

/// Ways to what blocks that the code seems to have and that no object, and no argument, can take.
class WaysTest {

    @TempDir
    private Path folder;

    @Test
    void aFlagANullAndAnEnumDecideWhatRuns() throws IOException {
        assertEquals(List.of("always", "looking", "waiting"), flagged("""
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
        assertEquals(List.of("write"), flagged("""
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
                """);
        assertEquals(List.of("Counts$GuardedShared"), findings.stream().map(Finding::type).toList());
        assertEquals(Confidence.CERTAIN, findings.getFirst().confidence());
    }

    @Test
    void aTaskThatWasAskedIsThereAndALockThatIsNewIsFree() throws IOException {
        assertEquals(List.of("get", "next"), flagged("""
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

    /// Nobody can have the lock of an object that only this one knows, and whose locks it takes under its monitor alone.
    @Test
    void aLockThatOnlyTheMonitorLeadsToIsFree() throws IOException {
        assertEquals(List.of("openSample"), flagged("""
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

    @Test
    void anObjectThatIsThereIsNotAskedFor() throws IOException {
        assertEquals(List.of("any"), flagged("""
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
        assertEquals(List.of("guarded", "open"), flagged("""
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
        assertEquals(List.of("sixth"), flagged("""
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
        assertEquals(List.of("run", "slow"), flagged("""
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
    void aStreamOfOnesOwnThatKeepsAllIsMemoryAlsoUnderWrappersThatAMethodChooses() throws IOException {
        assertEquals(List.of("hidden", "toFile"), flagged("""
                import java.io.*;
                import java.nio.ByteBuffer;
                import java.util.zip.GZIPOutputStream;
                public class Records {
                    public static class Buffer extends OutputStream {
                        private ByteBuffer bytes = ByteBuffer.allocate(64);
                        public void write(int one) {
                            if (bytes.remaining() == 0) { grow(); }
                            bytes.put((byte) one);
                        }
                        private void grow() { ByteBuffer more = ByteBuffer.allocate(bytes.capacity() * 2); bytes.flip(); more.put(bytes); bytes = more; }
                    }
                    public static class Hidden extends OutputStream {
                        private FileOutputStream file;
                        public Hidden() throws IOException { file = new FileOutputStream("x"); }
                        public void write(int one) throws IOException { file.write(one); }
                    }
                    interface Way { OutputStream around(Buffer buffer) throws IOException; }
                    static class Plain implements Way { public OutputStream around(Buffer buffer) { return buffer; } }
                    static class Packed implements Way { public OutputStream around(Buffer buffer) throws IOException { return new BufferedOutputStream(new GZIPOutputStream(buffer)); } }
                    private final Buffer buffer = new Buffer();
                    private final DataOutputStream records;
                    private final DataOutputStream log;
                    private final DataOutputStream secret;
                    public Records(boolean packed) throws IOException {
                        Way way = packed ? new Packed() : new Plain();
                        records = new DataOutputStream(way.around(buffer));
                        log = new DataOutputStream(new BufferedOutputStream(new FileOutputStream("log")));
                        secret = new DataOutputStream(new BufferedOutputStream(new Hidden()));
                    }
                    public synchronized void inMemory(long one) throws IOException { records.writeLong(one); }
                    public synchronized void closed() throws IOException { records.close(); }
                    public synchronized void toFile(long one) throws IOException { log.writeLong(one); }
                    public synchronized void hidden(long one) throws IOException { secret.writeLong(one); }
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

    @Test
    void anAddressInNumbersAsksNobodyAndAChannelOfASelectorDoesNotWait() throws IOException {
        assertEquals(List.of("name"), flagged("""
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
        assertEquals(List.of("fill"), flagged("""
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
        assertEquals(List.of(), flagged("""
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

    /// A lock is long by what is done under it while requests are served; and who has it takes it again.
    @Test
    void aLockThatIsHeldLongAtTheEndAloneIsShortAndOneThatTheOverrideHasIsFree() throws IOException {
        assertEquals(List.of("busy"), flagged("""
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
        assertEquals(List.of("Tallies$Shared"), check("""
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
                """).stream().map(Finding::type).distinct().toList());
    }

    @Test
    void initialisersThatCallTheSameAreOneFault() throws IOException {
        List<Finding> findings = check("""
                import java.nio.file.*;
                public class Settings {
                    static String load() { try { return Files.readString(Path.of("settings")); } catch (java.io.IOException e) { return ""; } }
                    public static class A { static final String TEXT = load(); }
                    public static class B { static final String TEXT = load(); }
                    public static class C { static final String TEXT = Settings.load(); }
                    public static String all() { return A.TEXT + B.TEXT + C.TEXT; }
                }
                """);
        assertEquals(List.of("blocking-class-initializer"), findings.stream().map(Finding::rule).toList());
        assertTrue(findings.getFirst().reason().endsWith("; so do 2 more class initialisers"), findings.getFirst().reason());
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

    private List<String> flagged(String code) throws IOException {
        return check(code).stream().map(Finding::method).distinct().sorted().toList();
    }

    private List<String> rules(String code) throws IOException {
        return check(code).stream().map(Finding::rule).toList();
    }

    private List<Finding> check(String code) throws IOException {
        Path classes = Compiled.of(Files.createTempDirectory(folder, "classes"), code);
        return Checker.run(new CheckOptions(List.of(classes), List.of(), Map.of(), List.of(21), Map.of(), false, Confidence.LIKELY, Set.of())).findings();
    }
}
