package io.heddle.agent.server;

import io.heddle.agent.Settings;
import io.heddle.agent.runtime.Servers;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Shape;
import io.heddle.agent.weave.Weaver;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// `com.sun.net.httpserver`: reports the server when it has started, with the executor that the service gave it.
/// Without one it serves one request after the other on its own thread, and stays so: anything else would be another
/// program.
public final class JdkServerHook extends Hook {

    private static final String START = "start()V";
    private static final String EXECUTOR = "executor Ljava/util/concurrent/Executor;";

    static {
        found(new JdkServerHook());
    }

    private JdkServerHook() {
        super("jdk-server", "sun/net/httpserver/ServerImpl");
    }

    @Override
    public boolean retransforms() {
        return true;
    }

    @Override
    protected void check(Shape shape) {
        shape.requireInstance(START, EXECUTOR);
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        return Server.into(next, shape.name());
    }

    private static final class Server extends Weaver {

        private final String self;

        private Server(ClassVisitor next, String self) {
            super(next, 1);
            this.self = self;
        }

        static ClassVisitor into(ClassVisitor next, String self) {
            return new Server(next, self);
        }

        @Override
        protected MethodVisitor method(String member, MethodVisitor next) {
            return !member.equals(START)
                    ? next
                    : new AtReturn(next) {
                        @Override
                        protected void code(MethodVisitor to) {
                            to.visitLdcInsn("JDK HttpServer");
                            to.visitVarInsn(Opcodes.ALOAD, 0);
                            to.visitInsn(Opcodes.ICONST_0);
                            walk(to, self, EXECUTOR);
                            call(
                                    to,
                                    Servers.class,
                                    "started",
                                    "(Ljava/lang/String;Ljava/lang/Object;ILjava/lang/Object;)V");
                        }
                    };
        }
    }
}
