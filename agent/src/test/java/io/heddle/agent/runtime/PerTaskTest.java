package io.heddle.agent.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.agent.strategy.PriceTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class PerTaskTest {

    private final PerTask tasks = new PerTask("pool", "-", "hook");

    @Test
    void a_job_of_the_service_is_taken_whatever_its_class_is_called() {
        PriceTask job = new PriceTask();
        assertTrue(PerTask.took(tasks, job));
        assertTrue(job.onVirtualThread());
    }

    @Test
    void a_job_stays_that_is_of_the_library_of_its_pool() {
        PerTask ofServer = new PerTask(new Pool(), "-", "hook");
        assertFalse(PerTask.took(ofServer, new ManagedSelector()));
        assertTrue(PerTask.took(ofServer, new PriceTask()), "another package");
        assertTrue(PerTask.took(tasks, new ManagedSelector()), "of no library");
    }

    @Test
    void a_server_that_stops_waits_and_then_interrupts() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        tasks.execute(() -> {
            started.countDown();
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        started.await();
        long begin = System.nanoTime();
        PerTask.end(tasks, 200, false, true);
        assertTrue(System.nanoTime() - begin >= 100_000_000L, "half of the time before the interrupt");
        assertTrue(interrupted.await(20, TimeUnit.SECONDS));
    }

    @Test
    void a_pool_that_is_shut_down_ends_after_what_runs_in_its_place() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        tasks.execute(() -> {
            try {
                open.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
            PerTask.endAfterTasks(tasks, pool);
            pool.shutdown();
            assertFalse(PerTask.took(tasks, new PriceTask()), "it takes no more");
            assertFalse(pool.awaitTermination(50, TimeUnit.MILLISECONDS));
            open.countDown();
            assertTrue(pool.awaitTermination(20, TimeUnit.SECONDS));
            assertEquals(0, pool.shutdownNow().size());
        }
    }

    /// Called as one of Jetty's that must stay is.
    private static final class ManagedSelector implements Runnable {

        @Override
        public void run() {
            // nothing: who runs it is the question
        }
    }

    private static final class Pool implements ServerPool {

        @Override
        public String heddleName() {
            return "pool";
        }

        @Override
        public int heddleMaximum() {
            return 1;
        }

        @Override
        public int heddleReserved() {
            return 0;
        }

        @Override
        public String heddleFlippedBy() {
            return "";
        }

        @Override
        public void heddleResize(int maximum) {
            throw new UnsupportedOperationException();
        }
    }
}
