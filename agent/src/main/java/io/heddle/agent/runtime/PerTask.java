package io.heddle.agent.runtime;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Runs each task on a virtual thread of its own, named as the workers of the pool whose place it takes.
public final class PerTask implements Executor {

    private static final PerTask KOTLIN = new PerTask("DefaultDispatcher", "-worker-", "kotlin-io");

    /// Jobs of a server's own that never end, in parts of their class's name: they wait for events in native code, and on a virtual
    /// thread would hold a carrier for ever. Jetty's selectors and acceptors, and the JDK's asynchronous channels.
    private static final String[] STAY = {"ManagedSelector", "SelectorManager", "$Acceptor", ".strategy.", "ReservedThread", "sun.nio.ch."};

    private static volatile boolean poolsFlip;

    private final Object pool;
    private final String infix;
    private final String hook;
    private final AtomicLong number = new AtomicLong();
    private volatile String prefix = "";

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
    /// @param executor null while the pool is being made; one that is not of this class is the service's own affair
    /// @return whether the job runs on a virtual thread now; else it stays the pool's
    public static boolean took(@Nullable Executor executor, @Nullable Runnable job) {
        if (!(executor instanceof PerTask tasks) || job == null || stays(job.getClass().getName())) {
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
        Thread.ofVirtual().name(prefix(), number.incrementAndGet()).start(task);
    }

    private static boolean stays(String job) {
        for (String part : STAY) {
            if (job.contains(part)) {
                return true;
            }
        }
        return false;
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
}
