package io.heddle.agent.thread;

import io.heddle.agent.Mode;
import io.heddle.agent.Settings;
import io.heddle.agent.runtime.PerTask;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Shape;
import io.heddle.agent.weave.Weaver;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// Kotlin's `Dispatchers.IO`: each task that it lets run gets a virtual thread. What bounds how many may run (64, or
/// `limitedParallelism`) stands above and stays. `Dispatchers.Default`, for work on the processor, is left alone.
public final class KotlinIoHook extends Hook {

    private static final String PARAMETERS = "(Lkotlin/coroutines/CoroutineContext;Ljava/lang/Runnable;)V";

    static {
        found(new KotlinIoHook());
    }

    private KotlinIoHook() {
        super("kotlin-io", "kotlinx/coroutines/scheduling/UnlimitedIoScheduler");
    }

    @Override
    public boolean wanted(Settings settings) {
        return settings.mode() == Mode.FLIP;
    }

    @Override
    protected void check(Shape shape) {
        shape.requireInstance("dispatch".concat(PARAMETERS), "dispatchYield".concat(PARAMETERS));
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        return Io.into(next);
    }

    private static final class Io extends Weaver {

        private Io(ClassVisitor next) {
            super(next, 2);
        }

        static ClassVisitor into(ClassVisitor next) {
            return new Io(next);
        }

        @Override
        protected MethodVisitor method(String member, MethodVisitor next) {
            return !member.startsWith("dispatch") || !member.endsWith(PARAMETERS)
                    ? next
                    : new AtEntry(next) {
                        @Override
                        protected void code(MethodVisitor to) {
                            to.visitVarInsn(Opcodes.ALOAD, 2);
                            call(to, PerTask.class, "tookForKotlin", "(Ljava/lang/Runnable;)Z");
                            leaveUnless(to, Opcodes.IFEQ, Opcodes.NOP, Opcodes.RETURN);
                        }
                    };
        }
    }
}
