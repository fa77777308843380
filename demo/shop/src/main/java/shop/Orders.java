package shop;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Hazard: pools virtual threads, to limit how many orders are under way. */
final class Orders {

    private final ExecutorService clerks =
            Executors.newFixedThreadPool(2, Thread.ofVirtual().name("clerk-", 0).factory());
    private final AtomicInteger last = new AtomicInteger();

    Future<Integer> of(String item) {
        return clerks.submit(() -> {
            Thread.sleep(item.length());
            return last.incrementAndGet();
        });
    }
}
