package io.heddle.agent.thread;

import io.heddle.agent.Settings;
import io.heddle.agent.runtime.Handed;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Shape;
import io.heddle.agent.weave.Weaver;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// Every `ThreadPoolExecutor`: a task that a request hands on still belongs to that request where a worker runs it.
public final class HandedTaskHook extends Hook {

    private static final String EXECUTE = "execute(Ljava/lang/Runnable;)V";
    private static final String RUN = "runWorker(Ljava/util/concurrent/ThreadPoolExecutor$Worker;)V";

    static {
        found(new HandedTaskHook());
    }

    private HandedTaskHook() {
        super("handed-task", "java/util/concurrent/ThreadPoolExecutor");
    }

    @Override
    public boolean retransforms() {
        return true;
    }

    @Override
    protected void check(Shape shape) {
        shape.requireInstance(EXECUTE, RUN);
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        return Pool.into(next);
    }

    private static final class Pool extends Weaver {

        private Pool(ClassVisitor next) {
            super(next, 2);
        }

        static ClassVisitor into(ClassVisitor next) {
            return new Pool(next);
        }

        @Override
        protected MethodVisitor method(String member, MethodVisitor next) {
            return switch (member) {
                case EXECUTE -> new Handing(next);
                case RUN -> new Running(next);
                default -> next;
            };
        }

        private final class Handing extends AtEntry {

            Handing(MethodVisitor next) {
                super(next);
            }

            @Override
            protected void code(MethodVisitor to) {
                to.visitVarInsn(Opcodes.ALOAD, 1);
                call(to, Handed.class, "on", "(Ljava/lang/Runnable;)V");
            }
        }

        /// A task that throws ends its worker, and what the worker remembers with it.
        private final class Running extends MethodVisitor {

            Running(MethodVisitor next) {
                super(Opcodes.ASM9, next);
            }

            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                boolean runs = owner.equals("java/lang/Runnable") && name.equals("run");
                if (runs) {
                    super.visitInsn(Opcodes.DUP);
                    call(mv, Handed.class, "begin", "(Ljava/lang/Runnable;)V");
                }
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                if (runs) {
                    call(mv, Handed.class, "end", "()V");
                    count();
                }
            }
        }
    }
}
