package io.heddle.cli;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.regex.Pattern;

/// Answers controllers and people over HTTP, out of memory. It keeps nothing of what is asked.
final class CanaryServer implements AutoCloseable {

    /// More is no request of a controller.
    private static final int LONGEST_BODY = 64 << 10;
    private static final int BACKLOG = 128;
    private static final int TOO_LARGE = 413;
    private static final int FORBIDDEN = 403;
    private static final int FAILED = 500;
    /// For an answer to itself.
    private static final int OWN_MILLIS = 2_000;
    /// A page from elsewhere that a browser here has open may name this port too, but not by these names.
    private static final Pattern LOOPBACK = Pattern.compile("(?:127\\.0\\.0\\.1|localhost|\\[::1])(?::\\d+)?");
    private static final Map<String, String> LIMITS = Map.of(
            "sun.net.httpserver.maxReqTime", "5",
            "sun.net.httpserver.maxRspTime", "5",
            "sun.net.httpserver.idleInterval", "20",
            "sun.net.httpserver.maxReqHeaders", "64",
            "sun.net.httpserver.maxReqHeaderSize", "16384",
            "jdk.httpserver.maxConnections", "512");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final boolean loopback;
    private final Function<Asked, Answer> answers;

    /// What somebody asks.
    ///
    /// @param path without its query; empty where the address has none
    record Asked(String method, String path, String body) {}

    /// What is answered.
    ///
    /// @param type such as `application/json`
    record Answer(int status, String type, String body) {}

    private CanaryServer(HttpServer server, Function<Asked, Answer> answers) {
        this.server = server;
        this.answers = answers;
        loopback = server.getAddress().getAddress().isLoopbackAddress();
    }

    /// Limits the servers of this JVM. The JDK reads them once, when the first server is made.
    static void limit() {
        LIMITS.forEach(System::setProperty);
    }

    /// @param answers asked by many threads at once; must not wait
    /// @throws Failure when it cannot listen there
    static CanaryServer start(InetSocketAddress listen, Function<Asked, Answer> answers) {
        limit();
        try {
            CanaryServer started = new CanaryServer(HttpServer.create(listen, BACKLOG), answers);
            started.server.setExecutor(started.threads);
            started.server.createContext("/", started::handle);
            started.server.start();
            started.warmUp();
            return started;
        } catch (IOException e) {
            throw new Failure(
                    "cannot listen on " + listen.getHostString() + ":" + listen.getPort() + ": " + IoReason.of(e),
                    "choose another port; --listen 127.0.0.1:0 takes a free one",
                    e);
        }
    }

    /// Asks itself each kind of question once, so that the first one of a controller does not wait for classes to be
    /// loaded. Answers depend on no earlier request, so that nobody can tell.
    private void warmUp() {
        InetSocketAddress at = address();
        InetAddress host = at.getAddress().isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : at.getAddress();
        for (Asked asked : CanaryAnswers.KINDS) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(host, at.getPort()), OWN_MILLIS);
                socket.setSoTimeout(OWN_MILLIS);
                byte[] body = asked.body().getBytes(StandardCharsets.UTF_8);
                String head = asked.method() + " " + asked.path() + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                        + body.length + "\r\nConnection: close\r\n\r\n";
                socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().write(body);
                socket.getInputStream().readAllBytes();
            } catch (IOException unanswered) {
                // the first request of somebody else is slower then
                return;
            }
        }
    }

    /// Where it listens.
    InetSocketAddress address() {
        return server.getAddress();
    }

    /// Nobody beyond this machine can ask.
    boolean isLoopback() {
        return loopback;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Answer answer = answer(exchange);
            Headers headers = exchange.getResponseHeaders();
            headers.set("Content-Type", answer.type());
            headers.set("Cache-Control", "no-store");
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("X-Frame-Options", "DENY");
            byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(answer.status(), head ? -1 : body.length);
            if (!head) {
                try (OutputStream out = exchange.getResponseBody()) {
                    out.write(body);
                }
            }
        }
    }

    private Answer answer(HttpExchange exchange) throws IOException {
        String host = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Host"))
                .orElse("");
        if (loopback && !LOOPBACK.matcher(host).matches()) {
            return CanaryAnswers.error(FORBIDDEN, "this server listens on loopback, and answers to its names alone");
        }
        byte[] body = exchange.getRequestBody().readNBytes(LONGEST_BODY + 1);
        if (body.length > LONGEST_BODY) {
            return CanaryAnswers.error(TOO_LARGE, "a request has at most " + (LONGEST_BODY >> 10) + " KiB");
        }
        try {
            return answers.apply(new Asked(
                    exchange.getRequestMethod(),
                    Optional.ofNullable(exchange.getRequestURI().getPath()).orElse(""),
                    new String(body, StandardCharsets.UTF_8)));
        } catch (RuntimeException e) {
            return CanaryAnswers.error(FAILED, "Heddle failed in a way that nobody foresaw");
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
