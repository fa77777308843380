package io.heddle.agent.program;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A service on the JDK's own server and a pool of eight threads. Prints its port.
public final class JdkServerProgram {

    private JdkServerProgram() {}

    public static void main(String[] arguments) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService pool = Executors.newFixedThreadPool(8);
        server.setExecutor(pool);
        server.createContext("/", JdkServerProgram::handle);
        server.start();
        System.out.println("port " + server.getAddress().getPort());
        Program.untilInputEnds();
        server.stop(0);
        pool.shutdown();
    }

    private static void handle(HttpExchange exchange) throws IOException {
        try (PrintWriter out = new PrintWriter(exchange.getResponseBody(), false, StandardCharsets.ISO_8859_1)) {
            Program.serve(new JdkCall(exchange, out));
        }
    }

    private record JdkCall(HttpExchange exchange, PrintWriter out) implements Call {

        @Override
        public String path() {
            return exchange.getRequestURI().getPath();
        }

        @Override
        public Reader in() {
            return new InputStreamReader(exchange.getRequestBody(), StandardCharsets.ISO_8859_1);
        }

        @Override
        public void begin(int status, String header, String value, int length) throws IOException {
            exchange.getResponseHeaders().set("Content-Type", "text/plain");
            exchange.getResponseHeaders().set(header, value);
            exchange.sendResponseHeaders(status, Math.max(0, length));
        }

        /// An exchange ends where its handler does.
        @Override
        public void later(Runnable rest) {
            rest.run();
        }
    }
}
