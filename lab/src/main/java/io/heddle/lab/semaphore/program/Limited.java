import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/// Runs tasks that wait, and counts how many do at once: Limited pool|semaphore|none TASKS LIMIT MILLIS.
public class Limited {

    public static void main(String[] args) throws Exception {
        int limit = Integer.parseInt(args[2]);
        Semaphore permits = new Semaphore(args[0].equals("semaphore") ? limit : Integer.MAX_VALUE);
        CountDownLatch all = new CountDownLatch(1);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        long begin = System.nanoTime();
        try (ExecutorService executor = args[0].equals("pool")
                ? Executors.newFixedThreadPool(limit)
                : Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                executor.submit(() -> {
                    all.await();
                    permits.acquire();
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    Thread.sleep(Long.parseLong(args[3]));
                    running.decrementAndGet();
                    permits.release();
                    return null;
                });
            }
            all.countDown();
        }
        System.out.println("millis=" + (System.nanoTime() - begin) / 1e6);
        System.out.println("most=" + most);
    }
}
