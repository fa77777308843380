package io.heddle.agent.server;

import io.heddle.agent.Settings;
import io.heddle.agent.runtime.Requests;
import io.heddle.agent.runtime.Served;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Shape;
import io.heddle.agent.weave.Weaver;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// `com.sun.net.httpserver`: counts a request where it is handed to the service's filters and handler. A connection
/// that was closed by its client also runs an exchange, but hands nothing on.
public final class JdkRequestsHook extends Hook {

    private static final String RUN = "run()V";

    static {
        found(new JdkRequestsHook());
    }

    private JdkRequestsHook() {
        super("jdk-requests", "sun/net/httpserver/ServerImpl$Exchange");
    }

    @Override
    public boolean retransforms() {
        return true;
    }

    @Override
    protected void check(Shape shape) {
        shape.requireInstance(RUN);
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        return Exchange.into(next);
    }

    private static final class Exchange extends Weaver {

        private Exchange(ClassVisitor next) {
            super(next, 1);
        }

        static ClassVisitor into(ClassVisitor next) {
            return new Exchange(next);
        }

        /// The exchange lies on top of the stack, and stays there. What throws ends with the next request of its
        /// thread.
        private static void begin(MethodVisitor to) {
            to.visitInsn(Opcodes.DUP);
            to.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL,
                    "com/sun/net/httpserver/HttpExchange",
                    "getRequestHeaders",
                    "()Lcom/sun/net/httpserver/Headers;",
                    false);
            to.visitLdcInsn(Served.HEADER);
            to.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL,
                    "com/sun/net/httpserver/Headers",
                    "getFirst",
                    "(Ljava/lang/String;)Ljava/lang/String;",
                    false);
            call(to, Served.class, "begin", "(Ljava/lang/String;)V");
        }

        @Override
        protected MethodVisitor method(String member, MethodVisitor next) {
            return !member.equals(RUN)
                    ? next
                    : new MethodVisitor(Opcodes.ASM9, next) {
                        @Override
                        public void visitMethodInsn(
                                int opcode, String owner, String name, String descriptor, boolean isInterface) {
                            if (owner.equals("com/sun/net/httpserver/Filter$Chain") && name.equals("doFilter")) {
                                begin(mv);
                                call(mv, Requests.class, "dispatched", "()V");
                                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                                call(mv, Served.class, "end", "()V");
                                count();
                                return;
                            }
                            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                        }
                    };
        }
    }
}
