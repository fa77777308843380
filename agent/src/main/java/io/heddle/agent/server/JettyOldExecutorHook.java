package io.heddle.agent.server;

import io.heddle.agent.Mode;
import io.heddle.agent.Settings;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Refused;
import io.heddle.agent.weave.Shape;
import org.objectweb.asm.ClassVisitor;

/// Jetty 9.4.9 to 10.0.11 and 11.0.11, whose `QueuedThreadPool` knows nothing of virtual threads: each of its tasks
/// gets one, but for the selectors and acceptors. `tryExecute` says no, so that the selector's strategy hands on every
/// task that may block instead of running it itself. Older versions have no `tryExecute` and run most requests on the
/// selector's thread: they are refused.
public final class JettyOldExecutorHook extends Hook {

    static final String NAME = "getName()Ljava/lang/String;";
    static final String MAXIMUM = "getMaxThreads()I";
    static final String RESERVED = "getLeasedThreads()I";
    static final String EXECUTE = "execute(Ljava/lang/Runnable;)V";
    private static final String TIMEOUT = "getStopTimeout()J";
    private static final String DAEMON = "isDaemon()Z";
    private static final String PRIORITY = "getThreadsPriority()I";
    private static final String TRY = "tryExecute(Ljava/lang/Runnable;)Z";

    static {
        found(new JettyOldExecutorHook());
    }

    private JettyOldExecutorHook() {
        super("jetty-old-executor", "org/eclipse/jetty/util/thread/QueuedThreadPool");
    }

    @Override
    protected void check(Shape shape) {
        shape.requireInstance(NAME, MAXIMUM, "setMaxThreads(I)V", EXECUTE, DAEMON, PRIORITY);
        if (!shape.has(TRY)) {
            throw new Refused("this Jetty is older than 9.4.9: it runs requests on its selectors' threads");
        }
        if (shape.has("setVirtualThreadsExecutor(Ljava/util/concurrent/Executor;)V")) {
            throw new Refused("this Jetty takes an executor of virtual threads");
        }
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        String reserved = shape.has(RESERVED) ? RESERVED : "";
        return TaskPerThreadAdvice.into(
                next,
                shape.name(),
                new ServerPoolWeaver.Answers(NAME, MAXIMUM, reserved, "setMaxThreads"),
                name(),
                "-",
                TRY,
                life(TaskPerThreadAdvice.EXECUTOR),
                settings.mode() == Mode.FLIP);
    }

    /// Every Jetty waits half of its time, interrupts its threads, and waits the other half.
    static PoolLife life(String executor) {
        return new PoolLife(executor, NAME, "doStart()V", PRIORITY, "doStop()V", TIMEOUT, false, DAEMON);
    }
}
