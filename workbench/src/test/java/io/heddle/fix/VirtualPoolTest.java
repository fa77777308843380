package io.heddle.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.fix.lock.World;
import io.heddle.model.Refusal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A pool of virtual threads becomes a thread for each task, and keeps the limit.
class VirtualPoolTest {

    private static final String CODE = """
            import java.util.concurrent.*;

            public class A {
                private final ExecutorService pool = Executors.newFixedThreadPool(3, Thread.ofVirtual().factory());

                public Future<String> call(Callable<String> task) {
                    return pool.submit(task);
                }

                public void run(Runnable task) {
                    pool.execute(() -> task.run());
                }

                public void end() {
                    pool.shutdown();
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void aSemaphoreKeepsTheLimit() throws IOException {
        FixedCode fixed = FixedCode.of(folder, World.APPLICATION, Map.of("A", CODE));
        assertEquals("""
                import java.util.concurrent.*;

                public class A {
                    private final ExecutorService pool = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().factory());
                    private final Semaphore poolPermits = new Semaphore(3, true);

                    public Future<String> call(Callable<String> task) {
                        return pool.submit(limitedCall(task));
                    }

                    public void run(Runnable task) {
                        pool.execute(limited(() -> task.run()));
                    }

                    public void end() {
                        pool.shutdown();
                    }

                    private Runnable limited(Runnable task) {
                        return () -> {
                            try {
                                poolPermits.acquire();
                            } catch (InterruptedException e) {
                                throw new CancellationException("interrupted before it began");
                            }
                            try {
                                task.run();
                            } finally {
                                poolPermits.release();
                            }
                        };
                    }

                    private <T> Callable<T> limitedCall(Callable<T> task) {
                        return () -> {
                            poolPermits.acquire();
                            try {
                                return task.call();
                            } finally {
                                poolPermits.release();
                            }
                        };
                    }
                }
                """, fixed.text("A.java"), fixed::said);
    }

    @Test
    void aPoolWithoutALimitNeedsNoSemaphore() throws IOException {
        FixedCode fixed = FixedCode.of(
                folder, World.APPLICATION, Map.of("A", CODE.replace("newFixedThreadPool(3, ", "newCachedThreadPool(")));
        assertEquals(
                CODE.replace("newFixedThreadPool(3, ", "newThreadPerTaskExecutor("), fixed.text("A.java"), fixed::said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "Integer.getInteger(\"size\")"})
    void aPoolThatMayHaveOneThreadRefuses(String size) throws IOException {
        assertRefused(Refusal.POOL_ORDERS, CODE.replace("(3, ", "(" + size + ", "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "public int queue() { return ((ThreadPoolExecutor) pool).getQueue().size(); }",
                "public Executor pool() { return pool; }",
                "public java.util.List<Runnable> stop() { return pool.shutdownNow(); }",
                "public void stop(Future<String> task) { task.cancel(false); }",
            })
    void otherUsesOfThePoolRefuse(String use) throws IOException {
        assertRefused(Refusal.USED_OTHERWISE, CODE.replace("    public void end(", use + "\n    public void end("));
    }

    @Test
    void aLoopWithoutALimitIsToldOf() throws IOException {
        assertRefused(Refusal.NO_LIMIT_KNOWN, """
                import java.net.Socket;
                import java.util.List;
                import java.util.concurrent.*;

                public class A {
                    public void fetch(List<String> hosts) {
                        try (ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor()) {
                            for (String host : hosts) {
                                tasks.submit(() -> new Socket(host, 80).getInputStream().read());
                            }
                        }
                    }
                }
                """);
    }

    private void assertRefused(Refusal refusal, String code) throws IOException {
        FixedCode.of(folder, World.APPLICATION, Map.of("A", code)).assertRefused(refusal);
    }

    @Test
    void aPoolThatIsNotSerialisedHasPermitsThatAreNot() throws IOException {
        FixedCode fixed = FixedCode.of(
                folder,
                World.APPLICATION,
                Map.of(
                        "A",
                        CODE.replace("class A", "class A implements java.io.Serializable")
                                .replace("private final", "private transient final")));
        assertTrue(
                fixed.text("A.java")
                        .contains("private transient final Semaphore poolPermits = new Semaphore(3, true);"),
                fixed::said);
    }

    /// Both forms: at most three tasks at once, results and failures arrive, and a task that is interrupted while it
    /// waits does not run.
    @Test
    void bothFormsKeepTheContract() throws Exception {
        FixedCode.assertHeldByBothForms(folder, CODE, "poolPermits", VirtualPoolTest::keepsContract);
    }

    private static void keepsContract(Class<?> type) throws Exception {
        Object pool = type.getConstructor().newInstance();
        AtomicInteger atOnce = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            int number = i;
            all.add(submit(pool, () -> {
                most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                Thread.sleep(1);
                atOnce.decrementAndGet();
                if (number % 7 == 0) {
                    throw new IllegalStateException("failed");
                }
                return "done " + number;
            }));
        }
        for (int i = 0; i < all.size(); i++) {
            try {
                assertEquals("done " + i, all.get(i).get(20, TimeUnit.SECONDS));
            } catch (ExecutionException e) {
                assertEquals(0, i % 7);
            }
        }
        assertEquals(3, most.get());
        CountDownLatch end = new CountDownLatch(1);
        for (int i = 0; i < 3; i++) {
            submit(pool, () -> {
                end.await();
                return "";
            });
        }
        AtomicInteger ran = new AtomicInteger();
        Future<?> waits = submit(pool, () -> "ran " + ran.incrementAndGet());
        waits.cancel(true);
        end.countDown();
        assertEquals("last", submit(pool, () -> "last").get(20, TimeUnit.SECONDS));
        assertFalse(ran.get() > 0);
        type.getMethod("end").invoke(pool);
    }

    private static Future<?> submit(Object pool, Callable<String> task) throws ReflectiveOperationException {
        return (Future<?>) pool.getClass().getMethod("call", Callable.class).invoke(pool, task);
    }
}
