package io.heddle.agent.server;

import io.heddle.agent.Mode;
import io.heddle.agent.Settings;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Shape;
import org.objectweb.asm.ClassVisitor;

/// Undertow 2 on XNIO 3: one virtual thread for each task that is handed to the workers, which is each request whose
/// handler may block. The I/O threads stay as they are.
public final class UndertowWorkersHook extends Hook {

    private static final String NAME = "getName()Ljava/lang/String;";
    private static final String MAXIMUM = "getMaxWorkerPoolSize()I";

    static {
        found(new UndertowWorkersHook());
    }

    private UndertowWorkersHook() {
        super("undertow-workers", "org/xnio/XnioWorker");
    }

    @Override
    protected void check(Shape shape) {
        shape.requireInstance("execute(Ljava/lang/Runnable;)V", NAME, MAXIMUM);
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        PoolLife life = new PoolLife(TaskPerThreadAdvice.EXECUTOR, NAME, "", "", "shutDownTaskPool()V", "", false, "");
        return TaskPerThreadAdvice.into(
                next,
                shape.name(),
                new ServerPoolWeaver.Answers(NAME, MAXIMUM, "", ""),
                name(),
                " task-",
                "",
                life,
                settings.mode() == Mode.FLIP);
    }
}
