package io.heddle.agent.runtime;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Runs each task on a virtual thread of its own, named as the workers of the pool whose place it takes. It knows the
/// threads that run, so that a server that stops interrupts them, and waits for them, as it would for its pool's.
public final class PerTask implements Executor {

    private static final PerTask KOTLIN = new PerTask("DefaultDispatcher", "-worker-", "kotlin-io");

    private static volatile boolean poolsFlip;

    private final Object pool;
    private final String infix;
    private final String hook;
    private final AtomicLong number = new AtomicLong();
    private final Set<Thread> running = ConcurrentHashMap.newKeySet();
    private volatile String prefix = "";
    private volatile boolean ended;

    /// @param pool a [ServerPool], or the prefix of the names itself
    /// @param infix between the pool's name and the number
    /// @param hook name of the hook that puts it in its place
    public PerTask(Object pool, String infix, String hook) {
        this.pool = pool;
        this.infix = infix;
        this.hook = hook;
    }

    /// A job was handed to a pool whose place is taken.
    ///
    /// @param executor null while the pool is being made; one that is not of this class is the service's own
    ///     affair
    /// @return whether the job runs on a virtual thread now; else it stays the pool's, which refuses it when
    ///     it has ended
    public static boolean took(@Nullable Executor executor, @Nullable Runnable job) {
        if (!(executor instanceof PerTask tasks)
                || job == null
                || tasks.ended
                || job instanceof Rest
                || OwnJobs.stays(tasks.pool, job)) {
            return false;
        }
        tasks.execute(job);
        return true;
    }

    /// Kotlin's `Dispatchers.IO`, which keeps its bound above this, has a task to run.
    ///
    /// @return whether the task runs on a virtual thread now
    public static boolean tookForKotlin(@Nullable Runnable task) {
        return took(KOTLIN, task);
    }

    /// A server stops the pool whose place is taken: waits here for what still runs, as the server is about to
    /// wait for its own threads.
    ///
    /// @param millis time that the server waits; what runs is interrupted after half of it
    /// @param atOnce whether it is interrupted at the beginning
    /// @param daemons whether the pool's threads would let the JVM end; else it stays until their work is
    ///     done
    public static void end(@Nullable Executor executor, long millis, boolean atOnce, boolean daemons) {
        if (!(executor instanceof PerTask tasks)) {
            return;
        }
        long half = atOnce ? 0 : millis / 2;
        try {
            if (tasks.lives(half)) {
                tasks.interrupt();
                if (tasks.lives(millis - half) && !daemons) {
                    new Thread(null, new Rest(tasks), "heddle-keeper", 0, false).start();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// A server shuts down the pool whose place is taken, takes no more tasks, and does not wait: the pool gets
    /// what still runs as a task of its own, so that it ends after that, and interrupts it when it would have
    /// interrupted its own threads.
    public static void endAfterTasks(@Nullable Executor executor, Executor pool) {
        if (executor instanceof PerTask tasks) {
            tasks.ended = true;
            if (!tasks.running.isEmpty()) {
                try {
                    pool.execute(new Rest(tasks));
                } catch (RejectedExecutionException e) {
                    // it has ended already
                }
            }
        }
    }

    /// The JDK's own pools have virtual workers from now on.
    public static void poolsFlip() {
        poolsFlip = true;
    }

    /// Which hook made an executor's tasks run on virtual threads; empty when none did.
    public static String flippedBy(@Nullable Object executor) {
        if (executor instanceof PerTask tasks) {
            return tasks.hook;
        }
        if (executor instanceof ServerPool known) {
            return known.heddleFlippedBy();
        }
        return executor instanceof ThreadPoolExecutor && poolsFlip ? Workers.HOOK : "";
    }

    @Override
    public void execute(Runnable task) {
        Thread thread =
                Thread.ofVirtual().name(prefix(), number.incrementAndGet()).unstarted(new Tracked(running, task));
        running.add(thread);
        boolean started = false;
        try {
            thread.start();
            started = true;
        } finally {
            if (!started) {
                running.remove(thread);
            }
        }
    }

    /// Waits until nothing runs but the caller.
    ///
    /// @param millis at most
    /// @return whether something still runs
    private boolean lives(long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        boolean lives = false;
        for (Thread thread : running) {
            // one that is about to start came too late, and nobody can wait for it
            if (thread != Thread.currentThread() && thread.getState() != Thread.State.NEW) {
                lives |= !thread.join(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
            }
        }
        return lives;
    }

    private void interrupt() {
        for (Thread thread : running) {
            if (thread != Thread.currentThread()) {
                thread.interrupt();
            }
        }
    }

    /// Asked late: servers name their pools after they made them.
    private String prefix() {
        String known = prefix;
        if (known.isEmpty()) {
            known = (pool instanceof ServerPool named ? named.heddleName() : pool.toString()).concat(infix);
            prefix = known;
        }
        return known;
    }

    private record Tracked(Set<Thread> running, Runnable task) implements Runnable {

        @Override
        public void run() {
            try {
                task.run();
            } finally {
                running.remove(Thread.currentThread());
            }
        }
    }

    /// What still runs when its pool has ended, as one task on a platform thread.
    private record Rest(PerTask tasks) implements Runnable {

        @Override
        public void run() {
            boolean lives = true;
            while (lives) {
                try {
                    lives = tasks.lives(Integer.MAX_VALUE);
                } catch (InterruptedException e) {
                    tasks.interrupt();
                }
            }
        }
    }
}
