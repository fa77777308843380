package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
        HttpServer server = server("7", asked);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Prices prices = new Prices(address(server));
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

    @Test
    void countriesAreAskedForOnce() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        HttpServer server = server("de,fr", asked);
        System.setProperty("shop.countries", address(server));
        try {
            assertTrue(Countries.has("fr"));
            assertFalse(Countries.has("xx"));
            assertEquals(1, asked.get());
        } finally {
            server.stop(0);
        }
    }

    @Test
    void everyOrderGetsANumberOfItsOwn() throws Exception {
        Orders orders = new Orders();
        List<Future<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            all.add(orders.of("tea"));
        }
        int sum = 0;
        for (Future<Integer> one : all) {
            sum += one.get(10, TimeUnit.SECONDS);
        }
        assertEquals(55, sum);
    }

    @Test
    void aLabelHasNothingOfTheOneBefore() {
        assertEquals("12 x tea", Labels.of("tea", 12));
        assertEquals("1 x milk", Labels.of("milk", 1));
    }

    private static HttpServer server(String text, AtomicInteger asked) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.incrementAndGet();
            exchange.sendResponseHeaders(200, text.length());
            exchange.getResponseBody().write(text.getBytes(StandardCharsets.US_ASCII));
            exchange.close();
        });
        server.start();
        return server;
    }

    private static String address(HttpServer server) {
        return "http://localhost:" + server.getAddress().getPort() + "/";
    }
}
