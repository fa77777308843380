import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/// Answers every GET after some milliseconds: SlowServer MILLIS.
public class SlowServer {

    public static void main(String[] args) throws Exception {
        long millis = Long.parseLong(args[0]);
        byte[] body = "slow\n".getBytes();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4096);
        server.createContext("/", exchange -> {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        System.out.println("port=" + server.getAddress().getPort());
    }
}
