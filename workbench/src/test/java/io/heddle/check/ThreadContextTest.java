package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.ThreadContext;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Which threads run what a finding names.
class ThreadContextTest extends CodeTest {

    /// Up to JDK 23 whoever waits for the monitor of another thread is pinned too.
    @Test
    void whatOnlyOwnPlatformThreadsEnterIsNoFinding() throws IOException {
        String code = """
                import java.util.concurrent.*;
                public class Till {
                    private final ExecutorService own = Executors.newSingleThreadExecutor();
                    public void open() { own.execute(new Work()); }
                    static class Work implements Runnable {
                        public void run() { both(); }
                        private synchronized void both() { rest(); }
                        %s
                    }
                """ + REST + "}";
        Finding alone = possible(code.formatted(""), "both");
        assertEquals(ThreadContext.OWN_PLATFORM, alone.context().threads());
        assertEquals(Confidence.POSSIBLE, alone.confidence());
        Finding contended = possible(code.formatted("public synchronized void count() { rest(); }"), "both");
        assertEquals(Confidence.CERTAIN, contended.confidence());
        String handed = code.formatted("")
                .replace("Executors.newSingleThreadExecutor()", "Till.given()")
                .replace("public void open", "static ExecutorService given() { return null; } public void open");
        assertEquals(ThreadContext.CALLERS, possible(handed, "both").context().threads());
    }

    /// A search tells who runs a method, at any depth and through constructors that hand an executor on.
    @Test
    void threadsAreFollowedThroughCallsAndExecutorsThatAreHandedOn() throws IOException {
        String code = """
                import java.util.concurrent.*;
                public class Feed {
                    private final ScheduledExecutorService shared = Executors.newSingleThreadScheduledExecutor();
                    private final Poller poller = new Poller(shared);
                    public void open() { poller.start(); }
                    static class Poller {
                        private final ScheduledExecutorService executor;
                        Poller(ScheduledExecutorService executor) { this.executor = executor; }
                        void start() { executor.scheduleAtFixedRate(this::poll, 1, 1, TimeUnit.SECONDS); }
                        void poll() { a(); }
                        void a() { b(); } void b() { c(); } void c() { d(); } void d() { e(); } void e() { f(); }
                        void f() { both(); }
                        synchronized void both() { rest(); }
                    }
                    %s
                """ + REST + "}";
        assertEquals(
                ThreadContext.OWN_PLATFORM,
                possible(code.formatted(""), "both").context().threads());
        assertEquals(
                ThreadContext.BOTH,
                possible(code.formatted("public void refresh() { poller.both(); }"), "both")
                        .context()
                        .threads());
        String virtual = code.formatted("")
                .replace(
                        "newSingleThreadScheduledExecutor()",
                        "newScheduledThreadPool(1, Thread.ofVirtual().factory())");
        assertEquals(ThreadContext.CALLERS, possible(virtual, "both").context().threads());
    }

    /// A library's own interface, which its users see: an implementation that none of them can have is its own.
    @Test
    void whatNobodyOutsideCanHaveIsCalledByOwnThreadsAlone() throws IOException {
        String code = """
                public class Feed {
                    public interface Handler { void on(String event); }
                    private final Handler handler = new Sender();
                    public void open() { new Thread(this::loop).start(); }
                    private void loop() { handler.on("begun"); }
                    private static class Sender implements Handler {
                        public void on(String event) { both(); }
                        private synchronized void both() { rest(); }
                    }
                    %s
                """ + REST + "}";
        assertEquals(
                ThreadContext.OWN_PLATFORM,
                possible(code.formatted("public void use(Handler other) { }"), "both")
                        .context()
                        .threads());
        for (String giving : List.of(
                "public Handler handler() { return handler; }",
                "public interface Listener { void opened(Handler[] all); }",
                "public static Object first; public void keep() { first = handler; } protected Handler second;")) {
            assertEquals(
                    ThreadContext.BOTH,
                    possible(code.formatted(giving), "both").context().threads(),
                    giving);
        }
    }

    /// Many libraries have a method of their own that starts a thread.
    @Test
    void aTaskIsFollowedThroughMethodsThatStartAThread() throws IOException {
        String code = """
                import java.util.*;
                public class Feed {
                    private static final List<Runnable> ALL = new ArrayList<>();
                    public void open() { go(new Runnable() { @Override public void run() { both(); } }, "feed"); }
                    private synchronized void both() { rest(); }
                    private static void go(Runnable task, String name) { Thread made = made(task, name); made.start(); }
                    private static Thread made(Runnable task, String name) { %s return new Thread(task, name); }
                """ + REST + "}";
        assertEquals(
                ThreadContext.OWN_PLATFORM,
                possible(code.formatted(""), "both").context().threads());
        assertEquals(
                ThreadContext.CALLERS,
                possible(code.formatted("if (name == null) { task.run(); }"), "both")
                        .context()
                        .threads());
        assertEquals(
                ThreadContext.CALLERS,
                possible(code.formatted("ALL.add(task);"), "both").context().threads());
    }

    /// Tasks mostly go through a list first, and an own pool may be behind a method of an own class.
    @Test
    void tasksThatACollectionHoldsAreFollowedByTheirClass() throws IOException {
        String code = """
                import java.util.*;
                import java.util.concurrent.*;
                public class Parts {
                    private final Pool pool = new Pool();
                    public void get(ExecutorService users) {
                        List<Part> parts = new ArrayList<>();
                        for (int i = 0; i < 9; i++) { parts.add(new Part()); }
                        for (Part part : parts) { %s }
                    }
                    private static class Pool {
                        private final ExecutorService own = Executors.newFixedThreadPool(3);
                        void add(Callable<String> task) { own.submit(task); }
                    }
                    private static class Part implements Callable<String> {
                        public String call() { both(); return ""; }
                        private synchronized void both() { rest(); }
                    }
                """ + REST + "}";
        assertEquals(
                ThreadContext.OWN_PLATFORM,
                possible(code.formatted("pool.add(part);"), "both").context().threads());
        assertEquals(
                ThreadContext.CALLERS,
                possible(code.formatted("pool.add(part); users.submit(part);"), "both")
                        .context()
                        .threads());
    }

    /// Kotlin's compiler annotates each class, and a build may have renamed the annotation.
    @Test
    void kotlinsAnnotationOfAClassBringsNoCaller() throws IOException {
        assertEquals(ThreadContext.OWN_PLATFORM, ofAnnotated("shaded.kotlin.Metadata"));
        assertEquals(ThreadContext.BOTH, ofAnnotated("shaded.app.Managed"));
    }

    private ThreadContext ofAnnotated(String name) throws IOException {
        int dot = name.lastIndexOf('.');
        String annotation = """
                package %s;
                import java.lang.annotation.*;
                @Retention(RetentionPolicy.RUNTIME) public @interface %s {}
                """.formatted(name.substring(0, dot), name.substring(dot + 1));
        String code = """
                public class Feed {
                    public void open() { new Thread(this::loop).start(); }
                    private void loop() { new Work().both(); }
                    @%s static class Work {
                        synchronized void both() { rest(); }
                        %s
                    }
                }
                """.formatted(name, REST);
        return check(Map.of(name.substring(dot + 1), annotation, "Feed", code), Confidence.POSSIBLE).stream()
                .filter(finding -> finding.method().equals("both"))
                .findFirst()
                .orElseThrow()
                .context()
                .threads();
    }

    @Test
    void timersAndCallablesRunOnTheirOwnThreads() throws IOException {
        String code = """
                import java.util.*;
                import java.util.concurrent.*;
                public class Clock {
                    public void open() { %s }
                    static class Work extends TimerTask implements Callable<String> {
                        public void run() { both(); }
                        public String call() { both(); return ""; }
                        private synchronized void both() { rest(); }
                    }
                """ + REST + "}";
        assertEquals(
                ThreadContext.OWN_PLATFORM,
                possible(code.formatted("new Timer().schedule(new Work(), 10); "), "both")
                        .context()
                        .threads());
        assertEquals(
                ThreadContext.CALLERS,
                possible(code.formatted("new Work().run();"), "both").context().threads());
    }
}
