package io.heddle.agent.hook;

import io.heddle.agent.Mode;
import io.heddle.agent.Settings;
import io.heddle.agent.runtime.PerTask;
import io.heddle.agent.runtime.ServerPool;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/// Jetty from 10.0.12, 11.0.12 and 12.0: gives each `QueuedThreadPool` an executor of virtual threads, which Jetty then uses for all
/// that may block; one that the service sets later takes its place. The pool also learns to answer the agent's questions.
public final class JettyExecutorHook extends Hook {

    private static final String SET = "setVirtualThreadsExecutor";
    private static final String SET_DESCRIPTOR = "(Ljava/util/concurrent/Executor;)V";

    static {
        found(new JettyExecutorHook());
    }

    private JettyExecutorHook() {
        super("jetty-executor", "org/eclipse/jetty/util/thread/QueuedThreadPool");
    }

    @Override
    protected void check(Shape shape) {
        shape.requireInstance("getName()Ljava/lang/String;", "getMaxThreads()I", "setMaxThreads(I)V", "getLeasedThreads()I");
        if (!shape.has(SET.concat(SET_DESCRIPTOR))) {
            throw new Refused("this Jetty is older than 10.0.12 and 11.0.12: its pool takes no executor of virtual threads");
        }
        shape.requireInstance(SET.concat(SET_DESCRIPTOR), "getVirtualThreadsExecutor()Ljava/util/concurrent/Executor;");
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        return Pool.into(next, shape.name(), settings.mode() == Mode.FLIP);
    }

    private static final class Pool extends Weaver {

        private final String self;
        private final boolean flip;

        private Pool(ClassVisitor next, String self, boolean flip) {
            super(next, flip ? 1 : 0);
            this.self = self;
            this.flip = flip;
        }

        static ClassVisitor into(ClassVisitor next, String self, boolean flip) {
            return new Pool(next, self, flip);
        }

        @Override
        public void visit(int version, int access, String name, @Nullable String signature, @Nullable String superName,
                String @Nullable [] interfaces) {
            super.visit(version, access, name, signature, superName, with(interfaces, ServerPool.class));
        }

        @Override
        MethodVisitor method(String member, MethodVisitor next) {
            return flip && member.startsWith("<init>") ? new Constructor(next) : next;
        }

        @Override
        void addMembers() {
            MethodVisitor name = begin("heddleName", "()Ljava/lang/String;");
            get(name, self, "getName", "()Ljava/lang/String;");
            end(name, Opcodes.ARETURN);

            MethodVisitor maximum = begin("heddleMaximum", "()I");
            get(maximum, self, "getMaxThreads", "()I");
            end(maximum, Opcodes.IRETURN);

            MethodVisitor reserved = begin("heddleReserved", "()I");
            get(reserved, self, "getLeasedThreads", "()I");
            end(reserved, Opcodes.IRETURN);

            MethodVisitor flipped = begin("heddleFlipped", "()Z");
            get(flipped, self, "getVirtualThreadsExecutor", "()Ljava/util/concurrent/Executor;");
            flipped.visitTypeInsn(Opcodes.INSTANCEOF, Type.getInternalName(PerTask.class));
            end(flipped, Opcodes.IRETURN);

            MethodVisitor resize = begin("heddleResize", "(I)V");
            resize.visitVarInsn(Opcodes.ALOAD, 0);
            resize.visitVarInsn(Opcodes.ILOAD, 1);
            resize.visitMethodInsn(Opcodes.INVOKEVIRTUAL, self, "setMaxThreads", "(I)V", false);
            end(resize, Opcodes.RETURN);
        }

        /// `setVirtualThreadsExecutor(new PerTask(this, "-"))` at the end of each constructor that does not call another one of the
        /// class.
        private final class Constructor extends AtReturn {

            private boolean delegates;

            Constructor(MethodVisitor next) {
                super(next);
            }

            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                delegates |= opcode == Opcodes.INVOKESPECIAL && owner.equals(self) && name.equals("<init>");
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }

            @Override
            void code(MethodVisitor to) {
                if (delegates) {
                    return;
                }
                String perTask = Type.getInternalName(PerTask.class);
                to.visitVarInsn(Opcodes.ALOAD, 0);
                to.visitTypeInsn(Opcodes.NEW, perTask);
                to.visitInsn(Opcodes.DUP);
                to.visitVarInsn(Opcodes.ALOAD, 0);
                to.visitLdcInsn("-");
                to.visitMethodInsn(Opcodes.INVOKESPECIAL, perTask, "<init>", "(Ljava/lang/Object;Ljava/lang/String;)V", false);
                to.visitMethodInsn(Opcodes.INVOKEVIRTUAL, self, SET, SET_DESCRIPTOR, false);
            }
        }
    }
}
