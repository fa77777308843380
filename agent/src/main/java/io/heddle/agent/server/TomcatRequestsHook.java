package io.heddle.agent.server;

import io.heddle.agent.Settings;
import io.heddle.agent.runtime.Served;
import io.heddle.agent.weave.AroundRequest;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Shape;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// Tomcat 8.5 to 11: counts a request where the connector hands it to the container, and answers 503 where there is no
/// room for it. What comes back from asynchronous processing takes another way in (`asyncDispatch`) and is not counted
/// again.
public final class TomcatRequestsHook extends Hook {

    private static final String TARGET = "org/apache/catalina/connector/CoyoteAdapter";

    static {
        found(new TomcatRequestsHook());
    }

    private TomcatRequestsHook() {
        super("tomcat-requests", TARGET);
    }

    @Override
    protected void check(Shape shape) {
        shape.requireInstance(service(shape));
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        return Adapter.into(next, shape);
    }

    private static String service(Shape shape) {
        return "service(L" + request(shape) + ";L" + response(shape) + ";)V";
    }

    private static String request(Shape shape) {
        return shape.sibling(TARGET, "org/apache/coyote/Request");
    }

    private static String response(Shape shape) {
        return shape.sibling(TARGET, "org/apache/coyote/Response");
    }

    private static final class Adapter extends AroundRequest {

        private final String service;
        private final String request;
        private final String response;

        private Adapter(ClassVisitor next, Shape shape) {
            super(next, 1, shape.name(), request(shape), 1);
            this.service = service(shape);
            this.request = request(shape);
            this.response = response(shape);
        }

        static ClassVisitor into(ClassVisitor next, Shape shape) {
            return new Adapter(next, shape);
        }

        @Override
        protected void mark(MethodVisitor to) {
            to.visitVarInsn(Opcodes.ALOAD, 0);
            to.visitLdcInsn(Served.HEADER);
            to.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL, request, "getHeader", "(Ljava/lang/String;)Ljava/lang/String;", false);
        }

        @Override
        protected MethodVisitor method(String member, MethodVisitor next) {
            return member.equals(service) ? new Handling(next) : next;
        }

        /// `response.setStatus(503); return;` The connector commits what the container has not.
        @Override
        protected void refuse(MethodVisitor to) {
            to.visitVarInsn(Opcodes.ALOAD, 2);
            unavailable(to);
            to.visitMethodInsn(Opcodes.INVOKEVIRTUAL, response, "setStatus", "(I)V", false);
            to.visitInsn(Opcodes.RETURN);
        }
    }
}
