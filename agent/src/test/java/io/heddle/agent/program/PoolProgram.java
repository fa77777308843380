package io.heddle.agent.program;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.helpers.BasicMDCAdapter;

/// Says, one line a fact, what its thread pools do. All lines must be the same with and without the agent, but those
/// that begin with `kind`. The last pool's work is done after `main` has returned.
public final class PoolProgram {

    private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

    private PoolProgram() {}

    public static void main(String[] arguments) throws Exception {
        fixedPool();
        boundedPool();
        surroundings();
        diagnosticContext();
        interrupts();
        failures();
        growingAndShrinking();
        schedules();
        staysAsItIs();
        outlivesMain();
    }

    private static void say(String fact, Object value) {
        System.out.println(fact + ": " + value);
    }

    private static void kind(String pool) {
        System.out.println("kind of " + pool + ": " + (Thread.currentThread().isVirtual() ? "virtual" : "platform"));
    }

    private static <T> Future<T> submit(ExecutorService pool, Callable<T> task) {
        return pool.submit(task);
    }

    private static void fixedPool() throws Exception {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(3);
        submit(pool, () -> {
                    kind("fixed");
                    return 0;
                })
                .get();
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Set<String> names = new ConcurrentSkipListSet<>();
        CountDownLatch done = new CountDownLatch(30);
        for (int i = 0; i < 30; i++) {
            pool.execute(() -> {
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                names.add(Thread.currentThread().getName());
                pause(5);
                now.decrementAndGet();
                done.countDown();
            });
        }
        done.await();
        say("fixed: most at once", most);
        say("fixed: names", names);
        say("fixed: largest size", pool.getLargestPoolSize());
        pool.shutdown();
        say("fixed: ended", pool.awaitTermination(10, TimeUnit.SECONDS));
        try {
            pool.execute(() -> say("fixed", "must not run"));
        } catch (RejectedExecutionException e) {
            say("fixed: after shutdown", "rejected");
        }
    }

    private static void boundedPool() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        ThreadPoolExecutor pool = new ThreadPoolExecutor(2, 4, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(2));
        int rejected = 0;
        for (int i = 0; i < 20; i++) {
            try {
                pool.execute(() -> await(open));
            } catch (RejectedExecutionException e) {
                rejected++;
            }
        }
        say("bounded: rejected of 20", rejected);
        say("bounded: size", pool.getPoolSize());
        say("bounded: queued", pool.getQueue().size());
        open.countDown();
        pool.shutdown();
        say("bounded: ended", pool.awaitTermination(10, TimeUnit.SECONDS));
        say("bounded: completed", pool.getCompletedTaskCount());
        ThreadPoolExecutor caller = new ThreadPoolExecutor(
                1, 1, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(1), new ThreadPoolExecutor.CallerRunsPolicy());
        CountDownLatch hold = new CountDownLatch(1);
        caller.execute(() -> await(hold));
        caller.execute(() -> await(hold));
        caller.execute(
                () -> say("bounded: caller runs on", Thread.currentThread().getName()));
        hold.countDown();
        caller.shutdown();
    }

    private static void surroundings() throws Exception {
        INHERITED.set("from main");
        ClassLoader mine = new ClassLoader("mine", PoolProgram.class.getClassLoader()) {};
        ThreadFactory factory = task -> {
            Thread thread = new Thread(
                    () -> {
                        say("wrapped by the factory", true);
                        task.run();
                    },
                    "hostile \"name\"\n\u2028");
            thread.setContextClassLoader(mine);
            thread.setDaemon(true);
            return thread;
        };
        ExecutorService pool = Executors.newSingleThreadExecutor(factory);
        submit(pool, () -> {
                    kind("single");
                    say("inherited", INHERITED.get());
                    say(
                            "context class loader",
                            Thread.currentThread().getContextClassLoader().getName());
                    say("name", Thread.currentThread().getName().replace('\n', ' '));
                    return 0;
                })
                .get();
        pool.shutdown();
        ExecutorService plain = Executors.newSingleThreadExecutor();
        Thread.currentThread().setContextClassLoader(mine);
        say(
                "context class loader of the starter",
                submit(
                                plain,
                                () -> Thread.currentThread()
                                        .getContextClassLoader()
                                        .getName())
                        .get());
        plain.shutdown();
        ThreadFactory without = Thread.ofPlatform()
                .name("without")
                .inheritInheritableThreadLocals(false)
                .factory();
        ExecutorService bare = Executors.newSingleThreadExecutor(without);
        say("inherited where the factory says no", submit(bare, INHERITED::get).get());
        bare.shutdown();
        INHERITED.remove();
    }

    /// SLF4J's own mapped diagnostic context, which a worker inherits from whoever makes it, and which a task may
    /// leave to the next.
    private static void diagnosticContext() throws Exception {
        BasicMDCAdapter context = new BasicMDCAdapter();
        context.put("request", "17");
        ExecutorService pool = Executors.newSingleThreadExecutor();
        say("context: inherited", submit(pool, () -> context.get("request")).get());
        submit(pool, () -> {
                    context.put("request", "18");
                    return 0;
                })
                .get();
        say(
                "context: left by the task before",
                submit(pool, () -> context.get("request")).get());
        say("context: of the starter", context.get("request"));
        pool.shutdown();
        ThreadFactory urgent = task -> {
            Thread thread = new Thread(task, "urgent");
            thread.setPriority(Thread.MAX_PRIORITY);
            return thread;
        };
        ExecutorService hurried = Executors.newSingleThreadExecutor(urgent);
        say(
                "name of an urgent worker",
                submit(hurried, () -> Thread.currentThread().getName()).get());
        hurried.shutdown();
        ThreadGroup group = new ThreadGroup("crew");
        ExecutorService crew = Executors.newSingleThreadExecutor(task -> new Thread(group, task, "sailor"));
        say(
                "name of a worker in a group",
                submit(crew, () -> Thread.currentThread().getName()).get());
        crew.shutdown();
        say("threads are counted", ManagementFactory.getThreadMXBean().getThreadCount() > 0);
        say("and again", ManagementFactory.getThreadMXBean().getThreadCount() > 0);
    }

    private static void interrupts() throws Exception {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(2);
        CountDownLatch running = new CountDownLatch(2);
        AtomicInteger interrupted = new AtomicInteger();
        for (int i = 0; i < 5; i++) {
            pool.execute(() -> {
                running.countDown();
                try {
                    Thread.sleep(60_000);
                } catch (InterruptedException e) {
                    interrupted.incrementAndGet();
                }
            });
        }
        running.await();
        List<Runnable> left = pool.shutdownNow();
        say("shutdownNow: never run", left.size());
        say("shutdownNow: ended", pool.awaitTermination(10, TimeUnit.SECONDS));
        say("shutdownNow: interrupted", interrupted);
        ExecutorService cancelled = Executors.newSingleThreadExecutor();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        Future<?> future = cancelled.submit(() -> {
            begun.countDown();
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                told.countDown();
            }
        });
        begun.await();
        future.cancel(true);
        say("cancel: interrupted", told.await(10, TimeUnit.SECONDS));
        cancelled.shutdown();
    }

    private static void failures() throws Exception {
        CountDownLatch handled = new CountDownLatch(2);
        Set<String> seen = new ConcurrentSkipListSet<>();
        AtomicInteger after = new AtomicInteger();
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(9), task -> {
                    Thread thread = new Thread(task, "failing-" + number.incrementAndGet());
                    thread.setUncaughtExceptionHandler((dead, thrown) -> {
                        seen.add(dead.getName() + " " + thrown.getMessage());
                        handled.countDown();
                    });
                    return thread;
                }) {
                    @Override
                    protected void afterExecute(Runnable task, Throwable thrown) {
                        after.incrementAndGet();
                    }
                };
        for (int i = 0; i < 2; i++) {
            pool.execute(() -> {
                throw new IllegalStateException("boom");
            });
        }
        say("uncaught: handled", handled.await(10, TimeUnit.SECONDS));
        say("uncaught: seen", seen);
        pool.shutdown();
        say("uncaught: ended", pool.awaitTermination(10, TimeUnit.SECONDS));
        say("uncaught: afterExecute", after);
        CountDownLatch byDefault = new CountDownLatch(1);
        Thread.setDefaultUncaughtExceptionHandler((dead, thrown) -> {
            say("uncaught by default", dead.getName() + " " + thrown.getMessage());
            byDefault.countDown();
        });
        ExecutorService plain = Executors.newSingleThreadExecutor();
        plain.execute(() -> {
            throw new IllegalStateException("bang");
        });
        byDefault.await();
        plain.shutdown();
        Thread.setDefaultUncaughtExceptionHandler(null);
        try {
            submit(Executors.newSingleThreadExecutor(daemons()), () -> Integer.parseInt("x"))
                    .get();
        } catch (ExecutionException e) {
            say("failed future", e.getCause().getClass().getName());
        }
    }

    private static ThreadFactory daemons() {
        return Thread.ofPlatform().daemon().factory();
    }

    private static void growingAndShrinking() throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(2, 2, 20, TimeUnit.MILLISECONDS, new ArrayBlockingQueue<>(9));
        pool.allowCoreThreadTimeOut(true);
        say("prestarted", pool.prestartAllCoreThreads());
        while (pool.getPoolSize() > 0) {
            pause(5);
        }
        say("shrunk to", pool.getPoolSize());
        say("grows again", submit(pool, () -> "yes").get());
        pool.setCorePoolSize(1);
        pool.shutdown();
        say("shrinking: ended", pool.awaitTermination(10, TimeUnit.SECONDS));
    }

    private static void schedules() throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        CountDownLatch three = new CountDownLatch(3);
        pool.scheduleAtFixedRate(three::countDown, 1, 1, TimeUnit.MILLISECONDS);
        say("scheduled: three times", three.await(10, TimeUnit.SECONDS));
        pool.schedule(() -> kind("scheduled"), 1, TimeUnit.MILLISECONDS).get();
        say("scheduled: never run", pool.shutdownNow().size() <= 1);
        say("scheduled: ended", pool.awaitTermination(10, TimeUnit.SECONDS));
    }

    private static void staysAsItIs() throws Exception {
        ExecutorService own = Executors.newSingleThreadExecutor(OwnThread::new);
        say(
                "subclass of Thread stays",
                submit(
                                own,
                                () -> Thread.currentThread().getClass().getSimpleName()
                                        + Thread.currentThread().isVirtual())
                        .get());
        own.shutdown();
        ExecutorService virtual = Executors.newFixedThreadPool(
                1, Thread.ofVirtual().name("already").factory());
        say(
                "virtual already",
                submit(virtual, () -> Thread.currentThread().isVirtual()).get());
        virtual.shutdown();
        ThreadPoolExecutor refusing =
                new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(1), task -> null);
        refusing.execute(() -> say("refusing factory", "must not run"));
        say("refusing factory: size", refusing.getPoolSize());
    }

    private static void outlivesMain() {
        Set<Integer> done = new TreeSet<>();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 4; i++) {
            int task = i;
            pool.execute(() -> {
                pause(100);
                synchronized (done) {
                    done.add(task);
                    if (done.size() == 4) {
                        say("done after main", done);
                    }
                }
            });
        }
        pool.shutdown();
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class OwnThread extends Thread {

        OwnThread(Runnable task) {
            super(task);
        }
    }
}
