package io.heddle.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// Serves figures to a collector on this machine, and to nobody else. Without a port it does nothing.
final class MetricsServer implements AutoCloseable {

    /// A page from elsewhere that a browser here has open may name this port too, but not by these names.
    private static final Pattern LOOPBACK = Pattern.compile("(?:127\\.0\\.0\\.1|localhost|\\[::1])(?::\\d+)?");
    private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";
    private static final int BACKLOG = 16;

    private final Optional<HttpServer> server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private MetricsServer(Optional<HttpServer> server) {
        this.server = server;
    }

    /// @param port 0 for any; empty for none
    /// @throws Failure when somebody else listens there
    static MetricsServer start(Optional<Integer> port, Supplier<String> text, Consumer<String> say) {
        if (port.isEmpty()) {
            return new MetricsServer(Optional.empty());
        }
        try {
            HttpServer http = HttpServer.create(
                    new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port.orElseThrow()), BACKLOG);
            MetricsServer started = new MetricsServer(Optional.of(http));
            http.setExecutor(started.threads);
            http.createContext("/", exchange -> answer(exchange, text));
            http.start();
            say.accept("figures for Prometheus on http://127.0.0.1:"
                    + http.getAddress().getPort() + "/metrics");
            return started;
        } catch (BindException e) {
            throw new Failure(
                    "port " + port.orElseThrow() + " on 127.0.0.1 is taken or not allowed: " + e.getMessage(),
                    "choose another one; --metrics 0 takes a free one",
                    e);
        } catch (IOException e) {
            throw new Failure(
                    "no figures can be served on port " + port.orElseThrow() + ": " + IoReason.of(e),
                    "choose another one; --metrics 0 takes a free one",
                    e);
        }
    }

    private static void answer(HttpExchange exchange, Supplier<String> text) throws IOException {
        try (exchange) {
            String host = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Host"))
                    .orElse("");
            boolean reads = exchange.getRequestMethod().equals("GET")
                    || exchange.getRequestMethod().equals("HEAD");
            int status = !LOOPBACK.matcher(host).matches()
                    ? 403
                    : !reads ? 405 : exchange.getRequestURI().getPath().equals("/metrics") ? 200 : 404;
            byte[] body = (status == 200 ? text.get() : "the figures are on /metrics, for this machine only\n")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", TYPE);
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(status, head ? -1 : body.length);
            if (!head) {
                try (OutputStream out = exchange.getResponseBody()) {
                    out.write(body);
                }
            }
        }
    }

    @Override
    public void close() {
        server.ifPresent(http -> http.stop(0));
        threads.shutdownNow();
    }
}
