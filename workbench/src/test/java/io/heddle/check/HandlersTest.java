package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Exposure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Entry points of services that no annotation marks.
class HandlersTest extends CodeTest {

    /// Servers without annotations get their handlers as objects, whatever class these have. The path is where they are
    /// registered.
    @Test
    void requestsOfAPathRunTheHandlerThatAServerWasGiven() throws IOException {
        assertEquals(
                Map.of(
                        "lambda", "SOME_REQUESTS [/a]",
                        "reference", "SOME_REQUESTS [/b]",
                        "handed", "SOME_REQUESTS [/c]",
                        "anonymous", "SOME_REQUESTS [/d]",
                        "handle", "SOME_REQUESTS [/e]",
                        "filter", "SOME_REQUESTS []",
                        "main", "ONCE []"),
                endPoints("""
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

    /// With an annotation the class says where its paths begin. A filter is before them all.
    @Test
    void annotationsNameEndPoints() throws IOException {
        assertEquals(
                Map.of(
                        "list", "SOME_REQUESTS [GET /shop/orders]",
                        "store", "SOME_REQUESTS [POST /shop/orders]",
                        "remove", "SOME_REQUESTS [DELETE /shop]",
                        "shared", "SOME_REQUESTS [GET /shop/orders, POST /shop/orders]",
                        "all", "EACH_REQUEST [DELETE /shop, GET /shop/orders, POST /shop/orders]"),
                endPoints("""
                        import java.lang.annotation.*;
                        @Retention(RetentionPolicy.RUNTIME) @interface RequestMapping { String[] value(); Verb[] method() default { }; }
                        @Retention(RetentionPolicy.RUNTIME) @interface GetMapping { String path(); }
                        @Retention(RetentionPolicy.RUNTIME) @interface DeleteMapping { }
                        enum Verb { POST }
                        public class Shop {
                            static synchronized void shared() { rest(); }
                            static synchronized void all() { rest(); }
                        """ + REST + """
                            @RequestMapping("/shop") static class Orders {
                                @GetMapping(path = "orders") public synchronized void list() { rest(); shared(); all(); }
                                @RequestMapping(value = "/orders", method = Verb.POST) public synchronized void store() { rest(); shared(); all(); }
                                @DeleteMapping public synchronized void remove() { rest(); all(); }
                            }
                        }
                        """));
    }

    /// Handlers in the array of a last parameter, behind the path of the service that registers them; one that sees all
    /// requests first.
    @Test
    void aServicesPathIsBeforeThoseThatItRegisters() throws IOException {
        String http = "package io.helidon.webserver.http; public interface ";
        List<Finding> found = check(
                Map.of(
                        "ServerRequest", http + "ServerRequest { }",
                        "ServerResponse", http + "ServerResponse { }",
                        "Handler", http + "Handler { void handle(ServerRequest in, ServerResponse out); }",
                        "HttpService", http + "HttpService { void routing(HttpRules rules); }",
                        "HttpRules", http + """
                        HttpRules {
                            HttpRules get(String path, Handler... handlers);
                            HttpRules any(Handler... handlers);
                            HttpRules register(String path, HttpService... services);
                        }
                        """,
                        "Shop", """
                        import io.helidon.webserver.http.*;
                        public class Shop {
                            static class Orders implements HttpService {
                                @Override public void routing(HttpRules rules) {
                                    rules.get("/", this::list).get("/{id}", (in, out) -> one());
                                }
                                private synchronized void list(ServerRequest in, ServerResponse out) { rest(); }
                                private synchronized void one() { rest(); }
                            }
                            public static void main(String[] all) { start(null); }
                            static void start(HttpRules rules) {
                                Orders orders = new Orders();
                                orders.routing(rules);
                                rules.any((in, out) -> first()).register("/orders", orders).get("/fine", Shop::fine);
                            }
                            private static synchronized void first() { rest(); }
                            private static void fine(ServerRequest in, ServerResponse out) { }
                        """ + REST + "}"),
                Confidence.LIKELY);
        assertEquals(
                Map.of(
                        "list", "SOME_REQUESTS [GET /orders]",
                        "one", "SOME_REQUESTS [GET /orders/{id}]",
                        "first", "EACH_REQUEST []"),
                endPoints(found));
    }

    private Map<String, String> endPoints(String code) throws IOException {
        return endPoints(check(code, Confidence.LIKELY));
    }

    private static Map<String, String> endPoints(List<Finding> found) {
        return found.stream()
                .collect(Collectors.toMap(
                        Finding::method,
                        finding -> finding.context().exposure() + " "
                                + finding.context().runBy().endPoints(),
                        (one, _) -> one,
                        TreeMap::new));
    }

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
