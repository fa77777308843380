package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Exposure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What is known on a way of the objects that are handed on along it, and what follows from that.
class KnownObjectsTest extends CodeTest {

    @Test
    void aPoolIsHandedEntriesOfItsOwnClass() throws IOException {
        assertEquals(List.of("giveWired"), likely("""
                public class Pools {
                    public abstract static class Entry { abstract void close(); }
                    public static class Plain extends Entry { void close() { } }
                    public static class Wired extends Entry {
                        void close() { try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }
                    }
                    private final Object lock = new Object();
                    public Entry any(boolean wired) { return wired ? new Wired() : new Plain(); }
                    public void givePlain(Plain entry) { synchronized (lock) { release(entry); } }
                    public void giveWired(Wired entry) { synchronized (lock) { release(entry); } }
                    private static void release(Entry entry) { entry.close(); }
                }
                """));
    }

    @Test
    void whatIsOfAClassIsNotAskedWhetherItIs() throws IOException {
        assertEquals(List.of("any"), likely("""
                import java.util.concurrent.*;
                public class Values {
                    public interface Ref { Object look(); }
                    public static class Var implements Ref { public Object look() { return this; } }
                    private final Object lock = new Object();
                    public Object var(Var held) throws Exception { synchronized (lock) { return value(held); } }
                    public Object any(Object held) throws Exception { synchronized (lock) { return value(held); } }
                    private static Object value(Object held) throws Exception { return held instanceof Ref ref ? ref.look() : ((Future<?>) held).get(); }
                }
                """));
    }

    @Test
    void whoPassesItselfOnIsOfItsOwnClass() throws IOException {
        assertEquals(
                List.of("Managers$Slow.direct"),
                check("""
                public class Managers {
                    public interface Manager { void release(); }
                    static class Adapter {
                        private final Manager manager;
                        Adapter(Manager manager) { this.manager = manager; }
                        synchronized void abort() { manager.release(); }
                    }
                    public static class Quick implements Manager {
                        public Object lend() { return new Adapter(this); }
                        public void end(Object lent) { ((Adapter) lent).abort(); }
                        public void release() { }
                    }
                    public static class Slow implements Manager {
                        public void release() { try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }
                        public synchronized void direct() { release(); }
                    }
                }
                """, Confidence.LIKELY).stream()
                        .map(finding -> finding.type() + "." + finding.method())
                        .toList());
    }

    @Test
    void anAddressThatWasMadeOfANameHasIt() throws IOException {
        assertEquals(List.of("accepted", "found"), likely("""
                import java.net.*;
                public class Hosts {
                    private final InetAddress known;
                    public Hosts(InetAddress known) { this.known = known; }
                    public synchronized String name() { return known.getHostName(); }
                    public synchronized String found() throws UnknownHostException { return InetAddress.getLocalHost().toString(); }
                    public synchronized String accepted(Socket socket) { return socket.getInetAddress().getHostName(); }
                }
                """));
    }

    @Test
    void classesOfTheJdkAreThere() throws IOException {
        assertEquals(List.of("plugin"), likely("""
                public class Classes {
                    public synchronized Class<?> core() throws ClassNotFoundException { return Class.forName("java.net.URLConnection"); }
                    public synchronized Class<?> plugin(String name) throws ClassNotFoundException { return Class.forName(name); }
                }
                """));
    }

    @Test
    void aChannelOfASelectorIsOneWhoeverPassesIt() throws IOException {
        String code = """
                import java.io.*;
                import java.nio.*;
                import java.nio.channels.*;
                public class Sessions {
                    static class Encoder {
                        private final WritableByteChannel channel;
                        Encoder(WritableByteChannel channel) { this.channel = channel; }
                        int write(ByteBuffer from) throws IOException { return put(channel, from); }
                        private static int put(WritableByteChannel to, ByteBuffer from) throws IOException { return to.write(from); }
                    }
                    private final SelectionKey key;
                    public Sessions(SelectionKey key) { this.key = key; }
                    private ByteChannel channel() { return (ByteChannel) key.channel(); }
                    private Encoder encoder(ByteChannel channel) { return new Encoder(channel); }
                    public synchronized int produce(ByteBuffer from) throws IOException { return encoder(channel()).write(from); }
                    %s
                }
                """;
        assertEquals(List.of(), likely(code.formatted("")));
        assertEquals(
                List.of("produce", "send"),
                likely(
                        code.formatted(
                                "public synchronized int send(ByteChannel to, ByteBuffer from) throws IOException { return encoder(to).write(from); }")));
    }

    @Test
    void aQueueWithoutBoundIsNeverFull() throws IOException {
        assertEquals(List.of("any", "bounded", "next"), likely("""
                import java.util.concurrent.*;
                public class Queues {
                    private final BlockingQueue<Object> linked = new LinkedBlockingQueue<>();
                    private final BlockingQueue<Object> few = new LinkedBlockingQueue<>(3);
                    private final BlockingQueue<Object> handed;
                    public Queues(BlockingQueue<Object> handed) { this.handed = handed; }
                    public synchronized void free() throws InterruptedException { linked.put(this); }
                    public synchronized Object next() throws InterruptedException { return linked.take(); }
                    public synchronized void bounded() throws InterruptedException { few.put(this); }
                    public synchronized void any() throws InterruptedException { handed.put(this); }
                }
                """));
    }

    @Test
    void nobodyWaitsForNoTimeAtAll() throws IOException {
        assertEquals(List.of("pause", "rest", "restAgain"), likely("""
                public class Pauses {
                    public synchronized void look() throws InterruptedException { sleep(0L); }
                    public synchronized void glance() throws InterruptedException { turns(0); }
                    public synchronized void rest() throws InterruptedException { sleep(500L); }
                    public synchronized void pause() throws InterruptedException { turns(1); }
                    public synchronized void restAgain() throws InterruptedException { again(0); }
                    private static void sleep(long millis) throws InterruptedException { if (millis == 0) { Thread.onSpinWait(); } else { Thread.sleep(millis); } }
                    private static void turns(int turns) throws InterruptedException { if (turns != 0) { Thread.sleep(10); } }
                    private static void again(int turns) throws InterruptedException { turns++; if (turns != 0) { Thread.sleep(10); } }
                }
                """));
    }

    @Test
    void whoTellsHowMuchOfABufferItTookNeedNotWait() throws IOException {
        assertEquals(
                List.of("send"),
                check("""
                import java.io.IOException;
                import java.nio.ByteBuffer;
                public class Conduits {
                    public interface Sink {
                        int write(ByteBuffer from) throws IOException;
                        void send(ByteBuffer from) throws IOException;
                    }
                    private final Sink sink;
                    public Conduits(Sink sink) { this.sink = sink; }
                    public synchronized int write(ByteBuffer from) throws IOException { return sink.write(from); }
                    public synchronized void send(ByteBuffer from) throws IOException { sink.send(from); }
                }
                """, Confidence.LIKELY).stream()
                        .filter(finding -> finding.rule().equals("blocking-under-monitor"))
                        .map(Finding::method)
                        .toList());
    }

    @Test
    void whatAnInternalInterfaceDeclaresIsCalledByItsOwn() throws IOException {
        String code = """
                package store.%s;
                public class Iterators {
                    public interface Closing { void onClose(Runnable callback); }
                    public static class Rows implements Closing {
                        private Runnable callback;
                        public void onClose(Runnable callback) { this.callback = callback; }
                        public synchronized void close() { callback.run(); }
                    }
                    private int open;
                    public Rows open() { Rows rows = new Rows(); Closing closing = rows; open++; closing.onClose(() -> open--); return rows; }
                    public static Runnable other() { return () -> { try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }; }
                }
                """;
        assertEquals(List.of(), likely(code.formatted("internals")));
        assertEquals(List.of("close"), likely(code.formatted("rows")));
    }

    @Test
    void whoEndsAnExecutorEndsAComponent() throws IOException {
        String code = """
                import java.util.*;
                import java.util.concurrent.*;
                public class Inline extends AbstractExecutorService {
                    public void execute(Runnable task) { task.run(); }
                    public void shutdown() { }
                    public List<Runnable> shutdownNow() { return List.of(); }
                    public boolean isShutdown() { return true; }
                    public boolean isTerminated() { return true; }
                    public synchronized boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException { wait(time); return true; }
                    public synchronized void rest(long time) throws InterruptedException { wait(time); }
                }
                """;
        assertEquals(Exposure.ONCE, possible(code, "awaitTermination").context().exposure());
        assertEquals(Exposure.SOME_REQUESTS, possible(code, "rest").context().exposure());
    }

    @Test
    void fewObjectsHaveARoleBeside() throws IOException {
        String code = """
                import java.util.concurrent.locks.*;
                public class Sources {
                    public interface Source { Object get(); }
                    public interface Smart extends Source { boolean keeps(); }
                    public static class Single implements Smart {
                        private final ReentrantLock lock = new ReentrantLock();
                        public Object get() { lock.lock(); try { Thread.sleep(10); return this; } catch (InterruptedException e) { return this; } finally { lock.unlock(); } }
                        public boolean keeps() { lock.lock(); try { return true; } finally { lock.unlock(); } }
                    }
                    public static class Pool implements Source { public Object get() { return this; } }
                    private final Source source;
                    private int next;
                    public Sources(Source source) { this.source = source; }
                    public static Source single() { return new Single(); }
                    public static Source pool() { return new Pool(); }
                    public synchronized int next() { release(source); return next++; }
                    private static void release(Source from) { again(from); }
                    private static void again(Source from) { close(from); }
                    private static void close(Source from) { if (from instanceof Smart smart && smart.keeps()) { return; } }
                }
                """;
        assertEquals(List.of(), likely(code).stream().filter("next"::equals).toList());
        assertTrue(check(code, Confidence.POSSIBLE).stream()
                .anyMatch(finding -> finding.method().equals("next")));
    }

    @Test
    void functionsOfOnesOwnAreNoStrangersHoweverMany() throws IOException {
        String code = """
                import java.util.function.*;
                public class Keys {
                    private final Function<String, Object> builder;
                    private Object key;
                    private Keys(Function<String, Object> builder) { this.builder = builder; }
                    public synchronized Object key() { return builder.apply("x"); }
                    public static Keys one() { return new Keys(name -> 1); }
                    public static Keys two() { return new Keys(name -> 2); }
                    public static Keys three() { return new Keys(name -> 3); }
                    public static Keys four() { return new Keys(name -> 4); }
                    public static Keys five() { return new Keys(name -> 5); }
                    public static Keys six() { return new Keys(name -> 6); }
                    public static Keys seven() { return new Keys(name -> 7); }
                    public static Keys eight() { return new Keys(name -> 8); }
                    %s
                }
                """;
        assertEquals(List.of(), check(code.formatted(""), Confidence.POSSIBLE));
        assertEquals(
                List.of("key"),
                check(
                                code.formatted(
                                        "public static Keys of(Function<String, Object> builder) { return new Keys(builder); }"),
                                Confidence.POSSIBLE)
                        .stream()
                        .map(Finding::method)
                        .toList());
    }

    @Test
    void whatALibraryCallsItselfAgainAndAgainIsItsOwn() throws IOException {
        String code = """
                import java.util.function.Supplier;
                public class Lazy {
                    public static final Supplier<Object> SLOW = () -> { try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } return 1; };
                    public static Object make(Supplier<Object> maker) { synchronized (Lazy.class) { return maker.get(); } }
                    %s
                }
                """;
        String calls = IntStream.range(0, 20)
                .mapToObj("public static Object part%1$d() { return make(() -> %1$d); }\n"::formatted)
                .collect(Collectors.joining());
        assertEquals(List.of("make"), likely(code.formatted("public static Object part() { return make(() -> 1); }")));
        assertEquals(List.of(), likely(code.formatted(calls)));
        assertEquals(
                List.of("make"),
                likely(code.formatted(
                        calls + "public static Object handed(Supplier<Object> maker) { return make(maker); }")));
    }

    @Test
    void whatAConstructorThatNobodyCallsIsGivenTellsNothing() throws IOException {
        assertEquals(List.of(), likely("""
                import java.util.function.Supplier;
                public class Reaper {
                    public static final Reaper INSTANCE = new Reaper();
                    private final Supplier<Object> threads;
                    private Reaper() { threads = Object::new; }
                    Reaper(Supplier<Object> threads) { this.threads = threads; }
                    public synchronized Object register() { return threads.get(); }
                }
                """));
    }

    @Test
    void anAddressInNumbersAsksNobodyAlsoWhereItIsPassedOn() throws IOException {
        assertEquals(List.of("named"), likely("""
                import java.net.*;
                public class Sockets {
                    public synchronized InetAddress any() { return of("0.0.0.0"); }
                    public synchronized InetAddress named() { return of("db.example"); }
                    private static InetAddress of(String name) {
                        try { return InetAddress.getByName(name); } catch (UnknownHostException e) { return null; }
                    }
                }
                """));
    }

    @Test
    void anObjectIsNotOfTwoClasses() throws IOException {
        assertEquals(List.of("any", "file", "told"), likely("""
                import java.io.*;
                public class Places {
                    public interface Told { void told(Object place); }
                    public interface Opened { void opened(Object place); }
                    private final Told told;
                    private final Opened opened;
                    public Places(Told told, Opened opened) { this.told = told; this.opened = opened; }
                    public synchronized void told(StringBuilder text) { tell(text); }
                    private void tell(Object place) { if (place instanceof File) { opened.opened(place); } else { told.told(place); } }
                    public synchronized Object text(StringBuilder text) throws IOException { return open(text); }
                    public synchronized Object file(File file) throws IOException { return open(file); }
                    public synchronized Object any(CharSequence some) throws IOException { return open(some); }
                    private static Object open(Object place) throws IOException { if (place instanceof File) { return new FileInputStream((File) place).read(); } return place; }
                }
                """));
    }

    @Test
    void theKernelsOwnDevicesAndTheNameServicesDirectoryAskNobody() throws IOException {
        assertEquals(List.of("file", "ldap"), likely("""
                import java.io.*;
                import java.nio.file.*;
                import java.util.Hashtable;
                import javax.naming.directory.*;
                public class Opens {
                    public synchronized OutputStream none() throws IOException { return new FileOutputStream("/dev/null"); }
                    public synchronized InputStream random() throws IOException { return Files.newInputStream(Paths.get("/dev/urandom")); }
                    public synchronized OutputStream file() throws IOException { return new FileOutputStream("/tmp/null"); }
                    public synchronized Object ldap() throws Exception { return new InitialDirContext(new Hashtable<>()); }
                    public static class Names {
                        public synchronized Object dns() throws Exception {
                            Hashtable<String, String> how = new Hashtable<>();
                            how.put("java.naming.factory.initial", "com.sun.jndi.dns.DnsContextFactory");
                            return new InitialDirContext(how);
                        }
                    }
                }
                """));
    }

    /// What a method always returns decides branches, unless code that is not here may put another in its place.
    @Test
    void whatAMethodAlwaysReturnsDecides() throws IOException {
        assertEquals(List.of("body", "open", "some"), likely("""
                public class Frames {
                    static class Frame { boolean hasContent() { return false; } }
                    static class Ack extends Frame { }
                    static class Body extends Frame { boolean hasContent() { return true; } }
                    private boolean daemon = false;
                    private Object page = null;
                    private boolean isDaemon() { return daemon; }
                    private Object page() { return page; }
                    private Object first() { return page(); }
                    public boolean isOpen() { return false; }
                    public synchronized void ack() { send(new Ack()); }
                    public synchronized void body() { send(new Body()); }
                    public synchronized void some(Frame frame) { send(frame); }
                    public synchronized void open() { if (isOpen()) { rest(); } }
                    public synchronized void daemon() { if (isDaemon()) { rest(); } }
                    public synchronized void paged() { if (first() != null) { rest(); } }
                    private static void send(Frame frame) { if (frame.hasContent()) { rest(); } }
                    private static void rest() { try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }
                }
                """));
    }

    @Test
    void aContainersOwnNamesAskNobody() throws IOException {
        assertEquals(List.of("any", "remote"), likely("""
                import javax.naming.*;
                public class Names {
                    public synchronized Object own() throws NamingException { return new InitialContext().lookup("java:comp/env/jdbc/shop"); }
                    public synchronized Object any(String name) throws NamingException { return new InitialContext().lookup(name); }
                    public synchronized Object remote() throws NamingException { return new InitialContext().lookup("ldap://names/shop"); }
                }
                """));
    }

    @Test
    void whatAConstructorHasJustSetIsThere() throws IOException {
        assertEquals(List.of("after", "asked", "other", "sometimes"), likely("""
                public class Pages {
                    public static class Page {
                        private Object content;
                        private Page above;
                        Page(Object content) { }
                        Page(int size) { content = new Object(); read(); }
                        Page(long size) { read(); content = new Object(); }
                        Page(boolean big) { if (big) { content = new Object(); } read(); }
                        Page(String name) { content = new Object(); above(); }
                        void above() { if (above.content == null) { rest(); } }
                        void read() { Object known = content; if (known == null) { rest(); content = new Object(); } }
                        private static void rest() { try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } }
                    }
                    public synchronized Page set() { return new Page(1); }
                    public synchronized Page after() { return new Page(1L); }
                    public synchronized Page sometimes(boolean big) { return new Page(big); }
                    public synchronized Page other() { return new Page("x"); }
                    public synchronized void asked(Page page) { page.read(); }
                }
                """));
    }
}
