package io.heddle.agent.thread;

import io.heddle.agent.Mode;
import io.heddle.agent.Settings;
import io.heddle.agent.runtime.Workers;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Shape;
import io.heddle.agent.weave.Weaver;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// Makes the workers of every `ThreadPoolExecutor` virtual: in the worker's constructor,
/// `getThreadFactory().newThread(this)` becomes a call of [Workers#newThread].
public final class ThreadPoolHook extends Hook {

    private static final String POOL = "java/util/concurrent/ThreadPoolExecutor";
    private static final String CONSTRUCTOR = "<init>(Ljava/util/concurrent/ThreadPoolExecutor;Ljava/lang/Runnable;)V";

    static {
        found(new ThreadPoolHook());
    }

    private ThreadPoolHook() {
        super("thread-pool", POOL.concat("$Worker"));
    }

    @Override
    public boolean wanted(Settings settings) {
        return settings.mode() == Mode.FLIP;
    }

    @Override
    public boolean retransforms() {
        return true;
    }

    @Override
    protected void check(Shape shape) {
        shape.require(CONSTRUCTOR, "thread Ljava/lang/Thread;");
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        InheritanceClass.define();
        return Worker.into(next);
    }

    private static final class Worker extends Weaver {

        private Worker(ClassVisitor next) {
            super(next, 1);
        }

        static ClassVisitor into(ClassVisitor next) {
            return new Worker(next);
        }

        @Override
        protected MethodVisitor method(String member, MethodVisitor next) {
            return member.equals(CONSTRUCTOR) ? new NewThread(next, this) : next;
        }
    }

    private static final class NewThread extends MethodVisitor {

        private final Weaver weaver;

        NewThread(MethodVisitor next, Weaver weaver) {
            super(Opcodes.ASM9, next);
            this.weaver = weaver;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (opcode == Opcodes.INVOKEINTERFACE
                    && owner.equals("java/util/concurrent/ThreadFactory")
                    && name.equals("newThread")) {
                super.visitVarInsn(Opcodes.ALOAD, 1);
                Weaver.call(
                        mv,
                        Workers.class,
                        "newThread",
                        "(Ljava/util/concurrent/ThreadFactory;Ljava/lang/Runnable;"
                                + "Ljava/util/concurrent/ThreadPoolExecutor;)Ljava/lang/Thread;");
                weaver.count();
                return;
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }
    }
}
