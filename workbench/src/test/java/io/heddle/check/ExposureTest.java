package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.heddle.model.Exposure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.ThreadContext;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// How often a service runs what a finding names, and which threads do. Neither changes how sure it is.
class ExposureTest extends CodeTest {

    private static final String REST =
            " static void rest() { try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } } ";

    @Test
    void whatARequestRunsOnEveryPathIsRunByEach() throws IOException {
        assertEquals(
                Map.of(
                        "serve", Exposure.EACH_REQUEST,
                        "always", Exposure.EACH_REQUEST,
                        "sometimes", Exposure.SOME_REQUESTS,
                        "kept", Exposure.ONCE,
                        "ready", Exposure.ONCE,
                        "recovers", Exposure.ONCE,
                        "main", Exposure.ONCE,
                        "uncalled", Exposure.UNKNOWN),
                exposures("""
                        import java.lang.annotation.*;
                        @Retention(RetentionPolicy.RUNTIME) @interface GetMapping { }
                        @Retention(RetentionPolicy.RUNTIME) @interface PostConstruct { }
                        public class Shop {
                            private Object kept;
                            @GetMapping public synchronized String serve(boolean member) {
                                rest();
                                always();
                                try {
                                    if (member) { sometimes(); }
                                    if (kept == null) { kept = kept(); }
                                } catch (IllegalStateException e) {
                                    recovers();
                                }
                                return String.valueOf(kept);
                            }
                            private synchronized void always() { rest(); }
                            private synchronized void sometimes() { rest(); }
                            private synchronized Object kept() { rest(); return new Object(); }
                            private synchronized void recovers() { rest(); }
                            @PostConstruct public synchronized void ready() { rest(); }
                            public static synchronized void main(String[] all) { rest(); }
                            private synchronized void uncalled() { rest(); }
                        """ + REST + "}"));
    }

    /// Servers without annotations get their handlers as objects, whatever class these have.
    @Test
    void eachRequestRunsAHandlerThatAServerWasGiven() throws IOException {
        assertEquals(
                Map.of(
                        "lambda", Exposure.EACH_REQUEST,
                        "reference", Exposure.EACH_REQUEST,
                        "handed", Exposure.EACH_REQUEST,
                        "anonymous", Exposure.EACH_REQUEST,
                        "handle", Exposure.EACH_REQUEST,
                        "filter", Exposure.SOME_REQUESTS,
                        "main", Exposure.ONCE),
                exposures("""
                        import com.sun.net.httpserver.*;
                        import java.io.IOException;
                        import java.net.InetSocketAddress;
                        public class Shop {
                            interface Work { void run(); }
                            public static synchronized void main(String[] all) throws IOException {
                                rest();
                                HttpServer server = HttpServer.create(new InetSocketAddress(0), 0);
                                Shop shop = new Shop();
                                server.createContext("/a", exchange -> shop.lambda());
                                server.createContext("/b", shop::reference);
                                hand(server, () -> shop.handed());
                                server.createContext("/d", new HttpHandler() {
                                    @Override public void handle(HttpExchange exchange) { shop.anonymous(); }
                                });
                                server.createContext("/e", new Hidden());
                                server.createContext("/f", exchange -> { }).getFilters().add(
                                        Filter.beforeHandler("f", exchange -> { if (all.length > 0) shop.filter(); }));
                                server.start();
                            }
                            private static void hand(HttpServer server, Work work) { server.createContext("/c", exchange -> work.run()); }
                            private synchronized void lambda() { rest(); }
                            private synchronized void reference(HttpExchange exchange) { rest(); }
                            private synchronized void handed() { rest(); }
                            private synchronized void anonymous() { rest(); }
                            private synchronized void filter() { rest(); }
                            private static class Hidden implements HttpHandler {
                                @Override public synchronized void handle(HttpExchange exchange) { rest(); }
                            }
                        """ + REST + "}"));
    }

    /// A server that accepts connections itself, with a pool of its own: whoever moves it replaces the pool.
    @Test
    void whatALoopRunsAfterItHasWaitedForAConnectionServesIt() throws IOException {
        String code = """
                import java.io.IOException;
                import java.net.*;
                import java.util.concurrent.*;
                public class Shop {
                    public static void main(String[] all) throws IOException {
                        ready();
                        ServerSocket server = new ServerSocket(0);
                        ExecutorService pool = Executors.%s;
                        while (true) {
                            Socket socket = server.accept();
                            pool.execute(() -> serve(socket));
                            new Thread(new Audit()).start();
                        }
                    }
                    private static final Object LOCK = new Object();
                    private static void serve(Socket socket) { asked(); }
                    private static void asked() { synchronized (LOCK) { rest(); } }
                    private static synchronized void ready() { rest(); }
                    static class Audit implements Runnable {
                        @Override public void run() { audited(); }
                        private synchronized void audited() { rest(); }
                    }
                """ + REST + "}";
        assertEquals(
                Map.of(
                        "asked", Exposure.SOME_REQUESTS,
                        "audited", Exposure.SOME_REQUESTS,
                        "ready", Exposure.ONCE,
                        "main", Exposure.ONCE),
                exposures(code.formatted("newFixedThreadPool(20)")));
        assertEquals(
                Confidence.CERTAIN,
                possible(code.formatted("newFixedThreadPool(20)"), "asked").confidence());
        assertEquals(
                Confidence.POSSIBLE,
                possible(code.formatted("newSingleThreadExecutor()"), "asked").confidence());
    }

    @Test
    void noNumberOfCallsThatRunOneMethodIsTooFar() throws IOException {
        String calls = IntStream.range(0, 40)
                .mapToObj(i -> "private void c" + i + "() { c" + (i + 1) + "(); }")
                .collect(Collectors.joining("\n"));
        assertEquals(Map.of("c40", Exposure.SOME_REQUESTS), exposures("""
                import java.lang.annotation.*;
                @Retention(RetentionPolicy.RUNTIME) @interface GetMapping { }
                public class Shop {
                    @GetMapping public void serve(boolean member) { if (member) { c0(); } }
                    private synchronized void c40() { rest(); }
                """ + calls + REST + "}"));
    }

    /// Four classes of what a field holds, and four of what that holds: one in sixteen requests.
    @Test
    void whatFewerThanOneInTenRequestsRunIsUnknown() throws IOException {
        Map<String, Exposure> told =
                exposures("""
                import java.lang.annotation.*;
                @Retention(RetentionPolicy.RUNTIME) @interface GetMapping { }
                public class Shop {
                    private final Near near;
                    public Shop(Near near) { this.near = near; }
                    @GetMapping public void serve(boolean member) { if (member) { outer(); } }
                    private synchronized void outer() { near.go(); }
                    public static Object[] all() { return new Object[] { %s, %s }; }
                """.formatted(each("new Near%d()", ", "), each("new Far%d()", ", ")) + REST + "}"
                        + "interface Near { void go(); } interface Far { void go(); }"
                        + each("class Near%1$d implements Near { Far far; public void go() { near(); far.go(); }"
                                + " synchronized void near() { Shop.rest(); } }")
                        + each("class Far%d implements Far { public void go() { far(); }"
                                + " synchronized void far() { Shop.rest(); } }"));
        assertEquals(Exposure.SOME_REQUESTS, told.get("near"), told.toString());
        assertEquals(Exposure.UNKNOWN, told.get("far"), told.toString());
    }

    /// Which of them a request meets depends on the request, and not on how the service was set up.
    @Test
    void objectsOfACollectionAreAllThere() throws IOException {
        String code = """
                import java.lang.annotation.*;
                import java.util.List;
                @Retention(RetentionPolicy.RUNTIME) @interface GetMapping { }
                public class Shop {
                    private final List<Handler> handlers;
                    private final Handler handler;
                    public Shop(List<Handler> handlers, Handler handler) {
                        this.handlers = handlers;
                        this.handler = handler;
                    }
                    @GetMapping public void serve(int size) { %s.handle(); }
                    private Handler fitting(int size) {
                        for (Handler handler : handlers) { if (handler.fits(size)) { return handler; } }
                        throw new IllegalArgumentException();
                    }
                    public static Object[] all() { return new Object[] { %s, %s, %s }; }
                """ + REST + "} interface Handler { boolean fits(int size); void handle(); }"
                + IntStream.range(0, 12)
                        .mapToObj(
                                i -> "class H" + i
                                        + " implements Handler { public boolean fits(int size) { return size > " + i
                                        + "; } public void handle() { handled(); } synchronized void handled() { Shop.rest(); } }")
                        .collect(Collectors.joining("\n"));
        String all = each("new H%d()", ", ");
        String more = "new H4(), new H5(), new H6(), new H7()";
        String most = "new H8(), new H9(), new H10(), new H11()";
        assertEquals(
                Map.of("handled", Exposure.SOME_REQUESTS), exposures(code.formatted("fitting(size)", all, more, most)));
        assertEquals(Map.of("handled", Exposure.UNKNOWN), exposures(code.formatted("handler", all, more, most)));
    }

    /// A finding tells of a wait under two monitors: it is met no more often than the inner one.
    @Test
    void aPathIsMetAsOftenAsItsInnermostMethodThatHolds() throws IOException {
        Map<String, Exposure> told = exposures("""
                import java.lang.annotation.*;
                @Retention(RetentionPolicy.RUNTIME) @interface GetMapping { }
                public class Shop {
                    private Object kept;
                    @GetMapping public synchronized Object serve() {
                        if (kept == null) { kept = first(); }
                        return kept;
                    }
                    private Object first() { return makes(); }
                    private synchronized Object makes() { rest(); return new Object(); }
                """ + REST + "}");
        assertEquals(Map.of("serve", Exposure.ONCE, "makes", Exposure.ONCE), told);
    }

    private static String each(String part) {
        return each(part, "\n");
    }

    private static String each(String part, String between) {
        return IntStream.range(0, 4).mapToObj(part::formatted).collect(Collectors.joining(between));
    }

    @Test
    void ofALibraryWhatItsPublicMethodsRunIsMetByRequests() throws IOException {
        assertEquals(
                Map.of(
                        "borrow", Exposure.SOME_REQUESTS,
                        "take", Exposure.SOME_REQUESTS,
                        "start", Exposure.ONCE,
                        "stop", Exposure.ONCE,
                        "uncalled", Exposure.UNKNOWN),
                exposures("""
                        public class Pool {
                            public void get() { borrow(); }
                            private synchronized void borrow() { rest(); }
                            public synchronized void take() { rest(); }
                            public synchronized void start() { rest(); }
                            public synchronized void stop() { rest(); }
                            private synchronized void uncalled() { rest(); }
                        """ + REST + "}"));
    }

    /// A server hands a task for each connection to its pool, and the task comes to a servlet.
    @Test
    void whatAServerRunsOnItsWayToAServletIsRunByEachRequest() throws IOException {
        Map<String, Exposure> told = exposures("""
                package javax.servlet;
                import java.util.concurrent.Executor;
                public class Server {
                    private final Executor pool;
                    private final Servlet servlet;
                    public Server(Executor pool, Servlet servlet) { this.pool = pool; this.servlet = servlet; }
                    public void accept() { pool.execute(new Connection()); }
                    private class Connection implements Runnable {
                        public void run() { synchronized (this) { process(); } }
                        private void process() { rest(); servlet.service(null, null); }
                    }
                    public static class Hello implements Servlet {
                        public synchronized void service(ServletRequest request, Object response) { rest(); }
                    }
                """ + REST + """
                }
                interface Servlet { void service(ServletRequest request, Object response); }
                interface ServletRequest { }
                """);
        assertEquals(Exposure.EACH_REQUEST, told.get("run"), told.toString());
        assertEquals(Exposure.EACH_REQUEST, told.get("service"), told.toString());
    }

    /// What sets a servlet up takes no request.
    @Test
    void noRequestRunsWhatSetsAServletUp() throws IOException {
        Map<String, Exposure> told = exposures("""
                package javax.servlet;
                public class Hello implements Servlet {
                    public synchronized void service(ServletRequest request, Object response) { rest(); }
                    public synchronized void refresh() { rest(); }
                """ + REST + """
                }
                interface Servlet { void service(ServletRequest request, Object response); }
                interface ServletRequest { }
                """);
        assertEquals(Exposure.EACH_REQUEST, told.get("service"), told.toString());
        assertEquals(Exposure.UNKNOWN, told.get("refresh"), told.toString());
    }

    /// A service chose one of two connectors; the code does not tell which.
    @Test
    void whatOneOfSeveralWaysToAServletAvoidsIsRunBySomeRequests() throws IOException {
        Map<String, Exposure> told = exposures("""
                package javax.servlet;
                import java.util.concurrent.Executor;
                public class Server {
                    private final Executor pool;
                    private final Servlet servlet;
                    private final boolean old;
                    public Server(Executor pool, Servlet servlet, boolean old) {
                        this.pool = pool; this.servlet = servlet; this.old = old;
                    }
                    public void accept() { pool.execute(old ? new Blocking() : new Polling()); }
                    private abstract class Connection implements Runnable {
                        public void run() { synchronized (this) { rest(); attend(); } }
                        abstract void attend();
                        synchronized void process() { rest(); servlet.service(null, null); }
                    }
                    private class Blocking extends Connection {
                        void attend() { reads(); }
                        private synchronized void reads() { rest(); process(); }
                    }
                    private class Polling extends Connection {
                        void attend() { polls(); }
                        private synchronized void polls() { rest(); process(); }
                    }
                    public static class Hello implements Servlet {
                        public synchronized void service(ServletRequest request, Object response) { rest(); }
                    }
                """ + REST + """
                }
                interface Servlet { void service(ServletRequest request, Object response); }
                interface ServletRequest { }
                """);
        assertEquals(Exposure.EACH_REQUEST, told.get("run"), told.toString());
        assertEquals(Exposure.EACH_REQUEST, told.get("process"), told.toString());
        assertNotEquals(Exposure.EACH_REQUEST, told.get("reads"), told.toString());
        assertNotEquals(Exposure.EACH_REQUEST, told.get("polls"), told.toString());
    }

    @Test
    void whatAServersOwnExecutorRunsAroundATaskIsRunByRequests() throws IOException {
        Map<String, Exposure> told = exposures("""
                package javax.servlet;
                import java.util.concurrent.*;
                public class Server {
                    private final Pool pool = new Pool();
                    private final Servlet servlet;
                    public Server(Servlet servlet) { this.servlet = servlet; }
                    public void accept() { pool.execute(new Connection()); }
                    private class Connection implements Runnable {
                        public void run() { servlet.service(null, null); }
                    }
                    static class Pool implements Executor {
                        private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
                        public void execute(Runnable task) { tasks.offer(task); }
                        void work() throws InterruptedException { tasks.take().run(); after(); }
                        private synchronized void after() { rest(); }
                        synchronized void uncalled() { rest(); }
                    }
                    public static class Hello implements Servlet {
                        public void service(ServletRequest request, Object response) { }
                    }
                """ + REST + """
                }
                interface Servlet { void service(ServletRequest request, Object response); }
                interface ServletRequest { }
                """);
        assertEquals(Map.of("after", Exposure.SOME_REQUESTS, "uncalled", Exposure.UNKNOWN), told);
    }

    @Test
    void exposureIsNoReasonToDoubt() throws IOException {
        assertEquals(
                Confidence.CERTAIN,
                check(
                                "public class Till { public synchronized void start() { rest(); } public void stop() { } "
                                        + REST + "}",
                                Confidence.POSSIBLE)
                        .getFirst()
                        .confidence());
    }

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

    private Map<String, Exposure> exposures(String code) throws IOException {
        return check(code, Confidence.LIKELY).stream()
                .collect(Collectors.toMap(
                        Finding::method, finding -> finding.context().exposure(), (one, other) -> one, TreeMap::new));
    }
}
