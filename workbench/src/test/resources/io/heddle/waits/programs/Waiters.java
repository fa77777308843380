import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Twenty threads that use one thing, fifty milliseconds each, until the time is over.
final class Waiters {

    static final int THREADS = 20;

    interface Use {
        void once() throws Exception;
    }

    /// How many there are: two, or more than there are threads for the healthy twin.
    static int size(String[] arguments) {
        return arguments[0].equals("healthy") ? 2 * THREADS : 2;
    }

    /// @param arguments `ill` or `healthy`, seconds, and `platform` for platform threads instead of virtual ones
    static void run(String[] arguments, Use use) throws Exception {
        long end = System.nanoTime() + (long) (Double.parseDouble(arguments[1]) * 1e9);
        ExecutorService requests = arguments.length > 2 && arguments[2].equals("platform")
                ? Executors.newFixedThreadPool(THREADS)
                : Executors.newVirtualThreadPerTaskExecutor();
        for (int i = 0; i < THREADS; i++) {
            requests.submit(() -> {
                while (System.nanoTime() < end) {
                    try {
                        use.once();
                    } catch (Exception e) {
                        e.printStackTrace();
                        Thread.sleep(100);
                    }
                    Thread.sleep(20);
                }
                return null;
            });
        }
        System.out.println("ready");
        Thread.sleep((long) (Double.parseDouble(arguments[1]) * 1e3));
        System.exit(0);
    }

    static void work() throws InterruptedException {
        Thread.sleep(50);
    }

    /// A server that takes fifty milliseconds.
    static String slowServer() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", exchange -> {
            try {
                work();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    static void jdbc(String[] arguments, javax.sql.DataSource source) throws Exception {
        run(arguments, () -> {
            try (java.sql.Connection connection = source.getConnection()) {
                work();
            }
        });
    }
}
