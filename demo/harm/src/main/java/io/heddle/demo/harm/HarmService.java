package io.heddle.demo.harm;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A service on the JDK's own server and 200 threads, on loopback; each path waits for something and holds its carrier
/// in another way, `?ms=N` says how long (default 50).
///
/// Options: `--server.port=N` (0, the default, takes a free one), `--jdbc=URL` for `/query`. Prints `listening on
/// PORT`.
public final class HarmService {

    private static final int THREADS = 200;
    private static final int BACKLOG = 4_096;
    private static final long MILLIS = 50;
    private static final Pattern ASKED = Pattern.compile("ms=(\\d{1,5})");
    private static final byte[] ANSWER = "done\n".getBytes(StandardCharsets.US_ASCII);

    private HarmService() {}

    /// @param arguments see the class
    public static void main(String[] arguments) throws Exception {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        System.setProperty("sun.net.httpserver.maxIdleConnections", String.valueOf(BACKLOG));
        List<String> options = Arrays.asList(arguments);
        HttpServer server = HttpServer.create(
                new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), Integer.parseInt(option(options, "server.port", "0"))),
                BACKLOG);
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        serve(server, "/sleep", Thread::sleep);
        serve(server, "/monitor", Ledger::post);
        // Not a method reference, which would ask for Clojure where nobody asks for this path.
        serve(server, "/delay", millis -> Delays.deref(millis));
        serve(server, "/initializer", Plugins::initialize);
        serve(server, "/spin", Turnstile::await);
        serve(server, "/hog", Hash::sometimes);
        String url = option(options, "jdbc", "");
        if (!url.isEmpty()) {
            serve(server, "/query", new Queries(url)::sleep);
        }
        server.start();
        System.out.println("listening on " + server.getAddress().getPort());
    }

    private static void serve(HttpServer server, String path, Waiting waiting) {
        server.createContext(path, exchange -> answer(exchange, waiting));
    }

    private static void answer(HttpExchange exchange, Waiting waiting) throws IOException {
        Matcher asked = ASKED.matcher(String.valueOf(exchange.getRequestURI().getQuery()));
        try (exchange) {
            waiting.once(asked.matches() ? Long.parseLong(asked.group(1)) : MILLIS);
            exchange.sendResponseHeaders(200, ANSWER.length);
            exchange.getResponseBody().write(ANSWER);
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            e.printStackTrace();
            exchange.sendResponseHeaders(500, -1);
        }
    }

    private static String option(List<String> options, String name, String otherwise) {
        String start = "--" + name + "=";
        return options.stream()
                .filter(option -> option.startsWith(start))
                .map(option -> option.substring(start.length()))
                .findFirst()
                .orElse(otherwise);
    }
}
