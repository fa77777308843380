package io.heddle.agent.runtime;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/// Runs each task on a virtual thread of its own, named as the workers of the pool whose place it takes.
public final class PerTask implements Executor {

    private final Object pool;
    private final String infix;
    private final AtomicLong number = new AtomicLong();
    private volatile String prefix = "";

    /// @param pool a [ServerPool], or the prefix of the names itself
    /// @param infix between the pool's name and the number
    public PerTask(Object pool, String infix) {
        this.pool = pool;
        this.infix = infix;
    }

    @Override
    public void execute(Runnable task) {
        Thread.ofVirtual().name(prefix(), number.incrementAndGet()).start(task);
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
