package io.heddle.agent.server;

import io.heddle.agent.Settings;
import io.heddle.agent.runtime.Requests;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Shape;
import io.heddle.agent.weave.Weaver;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// Undertow: counts a request on the thread on which its handler came to an end. A handler that only passes the
/// request on, from an I/O thread to a worker, is not counted: the worker's will be.
public final class UndertowRequestsHook extends Hook {

    private static final String TARGET = "io/undertow/server/Connectors";

    static {
        found(new UndertowRequestsHook());
    }

    private UndertowRequestsHook() {
        super("undertow-requests", TARGET);
    }

    @Override
    protected void check(Shape shape) {
        shape.require(execute(shape));
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        return Connectors.into(next, execute(shape), handler(shape), exchange(shape));
    }

    private static String execute(Shape shape) {
        return "executeRootHandler(L" + handler(shape) + ";L" + exchange(shape) + ";)V";
    }

    private static String handler(Shape shape) {
        return shape.sibling(TARGET, "io/undertow/server/HttpHandler");
    }

    private static String exchange(Shape shape) {
        return shape.sibling(TARGET, "io/undertow/server/HttpServerExchange");
    }

    private static final class Connectors extends Weaver {

        private final String execute;
        private final String handler;
        private final String exchange;

        private Connectors(ClassVisitor next, String execute, String handler, String exchange) {
            super(next, 1);
            this.execute = execute;
            this.handler = handler;
            this.exchange = exchange;
        }

        static ClassVisitor into(ClassVisitor next, String execute, String handler, String exchange) {
            return new Connectors(next, execute, handler, exchange);
        }

        @Override
        protected MethodVisitor method(String member, MethodVisitor next) {
            return !member.equals(execute)
                    ? next
                    : new MethodVisitor(Opcodes.ASM9, next) {
                        @Override
                        public void visitMethodInsn(
                                int opcode, String owner, String name, String descriptor, boolean isInterface) {
                            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                            if (owner.equals(handler) && name.equals("handleRequest")) {
                                super.visitVarInsn(Opcodes.ALOAD, 1);
                                super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, exchange, "isDispatched", "()Z", false);
                                call(mv, Requests.class, "dispatchedUnless", "(Z)V");
                                count();
                            }
                        }
                    };
        }
    }
}
