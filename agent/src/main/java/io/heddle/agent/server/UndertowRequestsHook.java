package io.heddle.agent.server;

import io.heddle.agent.Settings;
import io.heddle.agent.runtime.Requests;
import io.heddle.agent.runtime.Served;
import io.heddle.agent.weave.AroundRequest;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Shape;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// Undertow: counts a request on the thread on which its handler came to an end. A handler that only passes the
/// request on, from an I/O thread to a worker, is not counted: the worker's will be. Workers answer 503 where there is
/// no room for the request. They give the permit back before they pass the request on, which may be to themselves.
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
        return Connectors.into(next, shape);
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

    private static final class Connectors extends AroundRequest {

        private final String execute;
        private final String handler;
        private final String exchange;

        private final String headers;

        private Connectors(ClassVisitor next, Shape shape) {
            super(next, 2, shape.name(), exchange(shape), 1);
            this.execute = execute(shape);
            this.handler = handler(shape);
            this.exchange = exchange(shape);
            this.headers = shape.sibling(TARGET, "io/undertow/util/HeaderMap");
        }

        static ClassVisitor into(ClassVisitor next, Shape shape) {
            return new Connectors(next, shape);
        }

        @Override
        protected void mark(MethodVisitor to) {
            to.visitVarInsn(Opcodes.ALOAD, 0);
            to.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL,
                    exchange,
                    "getRequestHeaders",
                    "()L".concat(headers).concat(";"),
                    false);
            to.visitLdcInsn(Served.HEADER);
            to.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL, headers, "getFirst", "(Ljava/lang/String;)Ljava/lang/String;", false);
        }

        @Override
        protected MethodVisitor method(String member, MethodVisitor next) {
            return member.equals(execute) ? new Execute(next) : next;
        }

        /// An I/O thread must not wait for a permit.
        @Override
        protected void enter(MethodVisitor to) {
            ask(to, "isInIoThread");
            call(to, Requests.class, "enteredUnless", "(Z)Z");
        }

        @Override
        protected void leave(MethodVisitor to) {
            ask(to, "isInIoThread");
            call(to, Requests.class, "leftUnless", "(Z)V");
        }

        /// `exchange.setStatusCode(503).endExchange(); return;`
        @Override
        protected void refuse(MethodVisitor to) {
            to.visitVarInsn(Opcodes.ALOAD, 1);
            unavailable(to);
            to.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL,
                    exchange,
                    "setStatusCode",
                    "(I)L".concat(exchange).concat(";"),
                    false);
            to.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL,
                    exchange,
                    "endExchange",
                    "()L".concat(exchange).concat(";"),
                    false);
            to.visitInsn(Opcodes.POP);
            to.visitInsn(Opcodes.RETURN);
        }

        private void ask(MethodVisitor to, String question) {
            to.visitVarInsn(Opcodes.ALOAD, 1);
            to.visitMethodInsn(Opcodes.INVOKEVIRTUAL, exchange, question, "()Z", false);
        }

        private final class Execute extends Calling {

            Execute(MethodVisitor next) {
                super(next, handler, exchange);
            }

            @Override
            protected boolean handles(String owner, String name) {
                return owner.equals(handler) && name.equals("handleRequest");
            }

            @Override
            protected void after(MethodVisitor to) {
                ask(to, "isDispatched");
                call(to, Requests.class, "dispatchedUnless", "(Z)V");
            }
        }
    }
}
