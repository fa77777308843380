package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Exposure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Entry points of services that no annotation marks.
class HandlersTest extends CodeTest {

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
    /// A timer or an event runs it, and no request; the event of a start once.
    @Test
    void aTaskRunsBesideRequests() throws IOException {
        String annotation =
                "import java.lang.annotation.*; @Retention(RetentionPolicy.RUNTIME) public @interface %s { }";
        List<Finding> found = check(
                Map.of(
                        "Scheduled",
                        annotation.formatted("Scheduled"),
                        "EventListener",
                        annotation.formatted("EventListener"),
                        "ApplicationReadyEvent",
                        "package org.springframework.boot.context.event; public class ApplicationReadyEvent { }",
                        "Shop",
                        """
                        import org.springframework.boot.context.event.ApplicationReadyEvent;
                        public class Shop {
                            @Scheduled public synchronized void timed() throws Exception { Thread.sleep(10); }
                            @EventListener public synchronized void told(String order) throws Exception { Thread.sleep(10); }
                            @EventListener public synchronized void ready(ApplicationReadyEvent event)
                                    throws Exception { Thread.sleep(10); }
                        }
                        """),
                Confidence.LIKELY);
        assertEquals(
                Map.of(
                        "timed", Exposure.SOME_REQUESTS,
                        "told", Exposure.SOME_REQUESTS,
                        "ready", Exposure.ONCE),
                exposures(found));
    }

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

    /// As it ships, a service runs without what only a setting from outside turns on.
    @Test
    void aHandlerBehindAFlagFromOutsideServesNoRequests() throws IOException {
        assertEquals(
                Map.of("sold", Exposure.EACH_REQUEST, "audited", Exposure.UNKNOWN, "traced", Exposure.UNKNOWN),
                exposures("""
                        import com.sun.net.httpserver.*;
                        import java.io.IOException;
                        import java.net.InetSocketAddress;
                        public class Shop {
                            public static void main(String[] all) throws IOException {
                                HttpServer server = HttpServer.create(new InetSocketAddress(0), 0);
                                Shop shop = new Shop();
                                server.createContext("/a", exchange -> shop.sold());
                                if (Boolean.getBoolean("audit")) {
                                    server.createContext("/b", exchange -> shop.audited());
                                }
                                if ("on".equals(System.getProperty("trace"))) {
                                    server.createContext("/c", exchange -> shop.traced());
                                }
                                server.start();
                            }
                            private synchronized void sold() { rest(); }
                            private synchronized void audited() { rest(); }
                            private synchronized void traced() { rest(); }
                        """ + REST + "}"));
    }

    /// Kotlin's compiler makes a class of a suspending lambda, such as a handler of Ktor, and of each lambda in it.
    @Test
    void aSuspendingFunctionThatGetsACallServesRequests() throws IOException {
        assertEquals(
                Map.of("sold", Exposure.SOME_REQUESTS, "warm", Exposure.ONCE),
                exposures(check(
                        Map.of(
                                "Function", "package kotlin; public interface Function<R> { }",
                                "Function2", """
                                package kotlin.jvm.functions;
                                public interface Function2<A, B, R> extends kotlin.Function<R> { R invoke(A a, B b); }
                                """,
                                "RoutingContext", "package io.ktor.server.routing; public class RoutingContext { }",
                                "Server", """
                                package io.ktor.server;
                                public class Server {
                                    public static void get(kotlin.jvm.functions.Function2<?, ?, ?> handler) { }
                                    public static Object with(kotlin.jvm.functions.Function2<?, ?, ?> block) { return null; }
                                }
                                """,
                                "Shop", """
                                import io.ktor.server.routing.RoutingContext;
                                import kotlin.jvm.functions.Function2;
                                public class Shop {
                                    public static void main(String[] all) {
                                        warm();
                                        io.ktor.server.Server.get(new Handler());
                                    }
                                    static class Handler implements Function2<RoutingContext, Object, Object> {
                                        public final Object invoke(RoutingContext context, Object then) {
                                            return io.ktor.server.Server.with(new Block());
                                        }
                                    }
                                    static class Block implements Function2<Object, Object, Object> {
                                        public final Object invoke(Object scope, Object then) { sold(); return null; }
                                    }
                                    private static synchronized void warm() { rest(); }
                                    private static synchronized void sold() { rest(); }
                                """ + REST + "}"),
                        Confidence.LIKELY)));
    }

    /// An observer of Quarkus' or Micronaut's start has no annotation on the method.
    @Test
    void whatIsGivenTheEventOfAStartRunsOnce() throws IOException {
        assertEquals(
                Map.of("started", Exposure.ONCE, "sold", Exposure.EACH_REQUEST),
                exposures(check(
                        Map.of(
                                "StartupEvent",
                                "package io.quarkus.runtime; public class StartupEvent { }",
                                "GET",
                                "import java.lang.annotation.*; @Retention(RetentionPolicy.RUNTIME) public @interface GET { }",
                                "Shop",
                                """
                                public class Shop {
                                    synchronized void started(io.quarkus.runtime.StartupEvent event) throws Exception { Thread.sleep(10); }
                                    @GET public synchronized void sold() throws Exception { Thread.sleep(10); }
                                }
                                """),
                        Confidence.LIKELY)));
    }
}
