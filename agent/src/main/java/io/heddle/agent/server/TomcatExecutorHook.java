package io.heddle.agent.server;

import io.heddle.agent.Mode;
import io.heddle.agent.Settings;
import io.heddle.agent.runtime.Lost;
import io.heddle.agent.runtime.Servers;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Shape;
import io.heddle.agent.weave.Weaver;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// Tomcat 8.5 to 11: one virtual thread a request in place of the pool that the endpoint makes itself, the same thread
/// names; or a pool of the size that was asked for. Reports the server when the endpoint has started.
///
/// An executor that the service gives to Tomcat is left alone. So is the asynchronous-channel endpoint: it waits for
/// events in native code on the very executor, and would hold the carriers for ever.
public final class TomcatExecutorHook extends Hook {

    private static final String NAME = "tomcat-executor";
    private static final String EXECUTOR = "Ljava/util/concurrent/Executor;";
    private static final String CREATE = "createExecutor()V";
    private static final String START = "start()V";
    private static final String POOL_NAME = "getName()Ljava/lang/String;";
    private static final String PRIORITY = "getThreadPriority()I";
    private static final String STOP = "shutdownExecutor()V";
    private static final String TIMEOUT = "getExecutorTerminationTimeoutMillis()J";
    private static final String DAEMON = "getDaemon()Z";

    /// The endpoint interrupts its threads, and then waits.
    private static final PoolLife LIFE =
            new PoolLife("getExecutor()".concat(EXECUTOR), POOL_NAME, "", "", STOP, TIMEOUT, true, DAEMON);

    static {
        found(new TomcatExecutorHook());
    }

    private TomcatExecutorHook() {
        super(NAME, "org/apache/tomcat/util/net/AbstractEndpoint");
    }

    @Override
    protected void check(Shape shape) {
        shape.requireInstance(
                CREATE,
                START,
                POOL_NAME,
                "getMaxThreads()I",
                "setMaxThreads(I)V",
                "getExecutor()".concat(EXECUTOR),
                "executor ".concat(EXECUTOR),
                "internalExecutor Z",
                PRIORITY,
                STOP,
                TIMEOUT,
                DAEMON);
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        return Endpoint.into(
                next, shape.name(), shape.sibling(target(), "org/apache/tomcat/util/net/Nio2Endpoint"), settings);
    }

    private static final class Endpoint extends Weaver {

        private final String self;
        private final String nio2;
        private final Settings settings;

        private Endpoint(ClassVisitor next, String self, String nio2, Settings settings) {
            super(next, 2);
            this.self = self;
            this.nio2 = nio2;
            this.settings = settings;
        }

        static ClassVisitor into(ClassVisitor next, String self, String nio2, Settings settings) {
            return new Endpoint(next, self, nio2, settings);
        }

        @Override
        protected MethodVisitor method(String member, MethodVisitor next) {
            return switch (member) {
                case CREATE ->
                    new AtEntry(next) {
                        @Override
                        protected void code(MethodVisitor to) {
                            if (settings.mode() == Mode.FLIP) {
                                replaceExecutor(to);
                            } else if (settings.threads() > 0) {
                                resize(to);
                            }
                        }
                    };
                case START ->
                    new AtReturn(next) {
                        @Override
                        protected void code(MethodVisitor to) {
                            report(to);
                        }
                    };
                case STOP -> settings.mode() == Mode.FLIP ? LIFE.weave(this, self, member, next) : next;
                default -> next;
            };
        }

        /// `if (!(this instanceof Nio2Endpoint)) { internalExecutor = true; executor = new PerTask(getName(),
        /// "-exec-", …); return; }`
        private void replaceExecutor(MethodVisitor to) {
            Label leave = new Label();
            to.visitVarInsn(Opcodes.ALOAD, 0);
            to.visitTypeInsn(Opcodes.INSTANCEOF, nio2);
            to.visitJumpInsn(Opcodes.IFNE, leave);
            walk(to, self, POOL_NAME);
            walk(to, self, PRIORITY);
            call(to, Lost.class, "priorityOf", "(Ljava/lang/String;I)V");
            to.visitVarInsn(Opcodes.ALOAD, 0);
            to.visitInsn(Opcodes.ICONST_1);
            to.visitFieldInsn(Opcodes.PUTFIELD, self, "internalExecutor", "Z");
            to.visitVarInsn(Opcodes.ALOAD, 0);
            beginPerTask(to);
            get(to, self, "getName", "()Ljava/lang/String;");
            endPerTask(to, "-exec-", NAME);
            to.visitFieldInsn(Opcodes.PUTFIELD, self, "executor", EXECUTOR);
            to.visitInsn(Opcodes.RETURN);
            to.visitLabel(leave);
            to.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            to.visitInsn(Opcodes.NOP); // so that a frame of the method's own first instruction stands at another place
        }

        private void resize(MethodVisitor to) {
            to.visitVarInsn(Opcodes.ALOAD, 0);
            to.visitLdcInsn(settings.threads());
            to.visitMethodInsn(Opcodes.INVOKEVIRTUAL, self, "setMaxThreads", "(I)V", false);
        }

        private void report(MethodVisitor to) {
            to.visitLdcInsn("Tomcat");
            to.visitVarInsn(Opcodes.ALOAD, 0);
            get(to, self, "getMaxThreads", "()I");
            get(to, self, "getExecutor", "()".concat(EXECUTOR));
            call(to, Servers.class, "started", "(Ljava/lang/String;Ljava/lang/Object;ILjava/lang/Object;)V");
        }
    }
}
