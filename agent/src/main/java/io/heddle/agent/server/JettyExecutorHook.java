package io.heddle.agent.server;

import io.heddle.agent.Mode;
import io.heddle.agent.Settings;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Refused;
import io.heddle.agent.weave.Shape;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// Jetty from 10.0.12, 11.0.12 and 12.0: gives each `QueuedThreadPool` an executor of virtual threads, which Jetty
/// then uses for what its selectors find; one that the service sets later takes its place. What else may block goes
/// through the pool's `execute` and follows: a connection whose request was answered asynchronously is handed back
/// there, and may find its next request at once. The pool also learns to answer the agent's questions.
public final class JettyExecutorHook extends Hook {

    private static final String HOOK = "jetty-executor";
    private static final String SET = "setVirtualThreadsExecutor";
    private static final String GET = "getVirtualThreadsExecutor()Ljava/util/concurrent/Executor;";
    private static final String SET_DESCRIPTOR = "(Ljava/util/concurrent/Executor;)V";

    static {
        found(new JettyExecutorHook());
    }

    private JettyExecutorHook() {
        super(HOOK, "org/eclipse/jetty/util/thread/QueuedThreadPool");
    }

    @Override
    protected void check(Shape shape) {
        shape.requireInstance(
                JettyOldExecutorHook.NAME,
                JettyOldExecutorHook.MAXIMUM,
                "setMaxThreads(I)V",
                JettyOldExecutorHook.RESERVED,
                JettyOldExecutorHook.EXECUTE);
        if (!shape.has(SET.concat(SET_DESCRIPTOR))) {
            throw new Refused(
                    "this Jetty is older than 10.0.12 and 11.0.12: its pool takes no executor of virtual threads");
        }
        shape.requireInstance(SET.concat(SET_DESCRIPTOR), GET);
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        return Pool.into(next, shape.name(), settings.mode() == Mode.FLIP);
    }

    private static final class Pool extends ServerPoolWeaver {

        private final boolean flip;

        private Pool(ClassVisitor next, String self, boolean flip) {
            super(
                    next,
                    flip ? 2 : 0,
                    self,
                    new Answers(
                            JettyOldExecutorHook.NAME,
                            JettyOldExecutorHook.MAXIMUM,
                            JettyOldExecutorHook.RESERVED,
                            "setMaxThreads"));
            this.flip = flip;
        }

        static ClassVisitor into(ClassVisitor next, String self, boolean flip) {
            return new Pool(next, self, flip);
        }

        /// `setVirtualThreadsExecutor(new PerTask(this, "-", …))`: not when the pool starts, for it takes none
        /// when it runs.
        @Override
        protected MethodVisitor method(String member, MethodVisitor next) {
            if (flip && member.equals(JettyOldExecutorHook.EXECUTE)) {
                return TaskPerThreadAdvice.takeTask(this, next);
            }
            if (flip && !member.startsWith("<init>")) {
                return JettyOldExecutorHook.life(GET).weave(this, self, member, next);
            }
            return !flip
                    ? next
                    : new AtEndOfConstructor(next, self) {
                        @Override
                        protected void made(MethodVisitor to) {
                            to.visitVarInsn(Opcodes.ALOAD, 0);
                            beginPerTask(to);
                            to.visitVarInsn(Opcodes.ALOAD, 0);
                            endPerTask(to, "-", HOOK);
                            to.visitMethodInsn(Opcodes.INVOKEVIRTUAL, self, SET, SET_DESCRIPTOR, false);
                        }
                    };
        }

        @Override
        void pushExecutor(MethodVisitor to) {
            walk(to, self, GET);
        }
    }
}
