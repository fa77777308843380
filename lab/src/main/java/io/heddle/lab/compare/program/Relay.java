import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Answers each GET with what a slow service answered: Relay platform|virtual|future URL.
public class Relay {

    public static void main(String[] args) throws Exception {
        int cores = Runtime.getRuntime().availableProcessors();
        HttpRequest request = HttpRequest.newBuilder(URI.create(args[1])).build();
        ExecutorService executor = switch (args[0]) {
            case "platform" -> Executors.newFixedThreadPool(200);
            case "virtual" -> Executors.newVirtualThreadPerTaskExecutor();
            default -> Executors.newFixedThreadPool(cores);
        };
        // The same client for all ways: what differs is who waits for it.
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .executor(Executors.newFixedThreadPool(cores))
                .build();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4096);
        server.setExecutor(executor);
        if (args[0].equals("future")) {
            server.createContext(
                    "/",
                    exchange -> client.sendAsync(request, BodyHandlers.ofByteArray())
                            .whenComplete((answer, failure) -> {
                                try {
                                    answer(
                                            exchange,
                                            failure == null ? 200 : 500,
                                            failure == null ? answer.body() : new byte[0]);
                                } catch (IOException e) {
                                    exchange.close();
                                }
                            }));
        } else {
            server.createContext("/", exchange -> {
                try {
                    answer(
                            exchange,
                            200,
                            client.send(request, BodyHandlers.ofByteArray()).body());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        server.start();
        System.out.println("port=" + server.getAddress().getPort());
    }

    static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
