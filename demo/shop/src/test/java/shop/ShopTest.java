package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ShopTest {

    @Test
    void aPriceIsAskedForOnce() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.incrementAndGet();
            exchange.sendResponseHeaders(200, 1);
            exchange.getResponseBody().write('7');
            exchange.close();
        });
        server.start();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Prices prices = new Prices("http://localhost:" + server.getAddress().getPort() + "/");
            Future<Integer> first = threads.submit(() -> prices.of("tea"));
            Future<Integer> second = threads.submit(() -> prices.of("tea"));
            assertEquals(7, first.get(10, TimeUnit.SECONDS));
            assertEquals(7, second.get(10, TimeUnit.SECONDS));
            assertEquals(1, asked.get());
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aTicketWaitsForOneThatComesBack() throws Exception {
        Tickets tickets = new Tickets();
        for (int i = 1; i <= 3; i++) {
            assertEquals(i, tickets.next());
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> fourth = threads.submit(tickets::next);
            tickets.back();
            assertEquals(4, fourth.get(10, TimeUnit.SECONDS));
        }
    }

    @Test
    void aBasketKeepsWhatIsAdded() throws Exception {
        Basket basket = new Basket();
        assertEquals(1, basket.add("tea"));
        assertEquals(2, basket.add("milk"));
    }
}
