package io.heddle.agent.server;

import io.heddle.agent.Settings;
import io.heddle.agent.runtime.Servers;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Shape;
import io.heddle.agent.weave.Weaver;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// gRPC-java: reports the server when it has started, with the executor of its services.
public final class GrpcServerHook extends Hook {

    private static final String EXECUTOR = "executor Ljava/util/concurrent/Executor;";

    static {
        found(new GrpcServerHook());
    }

    private GrpcServerHook() {
        super("grpc-server", "io/grpc/internal/ServerImpl");
    }

    @Override
    protected void check(Shape shape) {
        shape.requireInstance(EXECUTOR, start(shape));
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        return Server.into(next, shape.name(), start(shape));
    }

    private static String start(Shape shape) {
        return "start()L" + shape.name() + ";";
    }

    private static final class Server extends Weaver {

        private final String self;
        private final String start;

        private Server(ClassVisitor next, String self, String start) {
            super(next, 1);
            this.self = self;
            this.start = start;
        }

        static ClassVisitor into(ClassVisitor next, String self, String start) {
            return new Server(next, self, start);
        }

        @Override
        protected MethodVisitor method(String member, MethodVisitor next) {
            return !member.equals(start)
                    ? next
                    : new AtReturn(next) {
                        @Override
                        protected void code(MethodVisitor to) {
                            to.visitLdcInsn("gRPC");
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
