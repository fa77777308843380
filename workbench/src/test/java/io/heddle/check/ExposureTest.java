package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.heddle.model.Exposure;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// How often a service runs what a finding names. It changes nothing of how sure it is.
class ExposureTest extends CodeTest {

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
}
