package io.heddle.agent.server;

import io.heddle.agent.Mode;
import io.heddle.agent.Settings;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Shape;
import org.objectweb.asm.ClassVisitor;

/// Tomcat 8.5 to 11: one virtual thread a request in place of the pool that `<Executor>` in `server.xml` makes for
/// several connectors.
public final class TomcatSharedExecutorHook extends Hook {

    private static final String PREFIX = "getNamePrefix()Ljava/lang/String;";
    private static final String MAXIMUM = "getMaxThreads()I";

    private static final String PRIORITY = "getThreadPriority()I";
    private static final String DAEMON = "isDaemon()Z";

    static {
        found(new TomcatSharedExecutorHook());
    }

    private TomcatSharedExecutorHook() {
        super("tomcat-shared-executor", "org/apache/catalina/core/StandardThreadExecutor");
    }

    @Override
    protected void check(Shape shape) {
        shape.requireInstance("execute(Ljava/lang/Runnable;)V", PREFIX, MAXIMUM, "setMaxThreads(I)V", PRIORITY, DAEMON);
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        PoolLife life = new PoolLife(
                TaskPerThreadAdvice.EXECUTOR,
                PREFIX,
                "startInternal()V",
                PRIORITY,
                "stopInternal()V",
                "",
                true,
                DAEMON);
        return TaskPerThreadAdvice.into(
                next,
                shape.name(),
                new ServerPoolWeaver.Answers(PREFIX, MAXIMUM, "", "setMaxThreads"),
                name(),
                "",
                "",
                life,
                settings.mode() == Mode.FLIP);
    }
}
