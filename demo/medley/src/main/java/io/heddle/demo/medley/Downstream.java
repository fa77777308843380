package io.heddle.demo.medley;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/// Another team's service: it serves so many requests at once, takes its time for each, and lets all others wait. It
/// ends with the process that started it.
public final class Downstream {

    static final String PATH = "/work";

    private static final int BACKLOG = 4_096;

    private Downstream() {}

    /// @param arguments places, and milliseconds for each request
    public static void main(String[] arguments) throws IOException {
        int places = Integer.parseInt(arguments[0]);
        int millis = Integer.parseInt(arguments[1]);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        server.setExecutor(Executors.newFixedThreadPool(places));
        byte[] answer = "done\n".getBytes(StandardCharsets.UTF_8);
        server.createContext(PATH, exchange -> {
            try (exchange) {
                Thread.sleep(millis);
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
        System.out.println(server.getAddress().getPort());
        ProcessHandle.current().parent().ifPresent(parent -> parent.onExit().thenRun(() -> System.exit(0)));
    }
}
