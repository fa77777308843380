package io.heddle.agent.server;

import io.heddle.agent.Settings;
import io.heddle.agent.runtime.Served;
import io.heddle.agent.runtime.Servers;
import io.heddle.agent.weave.AroundRequest;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Refused;
import io.heddle.agent.weave.Shape;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// Jetty 9.4 to 12.1: counts a request where the server hands it to its handlers, and answers 503 where there is no
/// room for it. Asynchronous requests come back another way (`handleAsync`, or not at all from Jetty 12 on) and are not
/// counted again. Gives the pool its size before the server starts, and reports the server afterwards.
public final class JettyServerHook extends Hook {

    private static final String TARGET = "org/eclipse/jetty/server/Server";
    private static final String POOL = "org/eclipse/jetty/util/thread/ThreadPool";
    private static final String START = "doStart()V";

    static {
        found(new JettyServerHook());
    }

    private JettyServerHook() {
        super("jetty-requests", TARGET);
    }

    @Override
    protected void check(Shape shape) {
        shape.requireInstance(
                START, "getThreadPool()L".concat(shape.sibling(TARGET, POOL)).concat(";"));
        if (!shape.has(handle12(shape)) && !shape.has(handle9(shape))) {
            throw new Refused("neither " + handle12(shape) + " nor " + handle9(shape));
        }
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        return shape.has(handle12(shape)) ? Server12.into(next, shape) : Server9.into(next, shape);
    }

    private static String handle12(Shape shape) {
        return "handle(L" + request(shape) + ";L" + response(shape) + ";L" + callback(shape) + ";)Z";
    }

    private static String handle9(Shape shape) {
        return "handle(L" + channel(shape) + ";)V";
    }

    private static String request(Shape shape) {
        return shape.sibling(TARGET, "org/eclipse/jetty/server/Request");
    }

    private static String response(Shape shape) {
        return shape.sibling(TARGET, "org/eclipse/jetty/server/Response");
    }

    private static String callback(Shape shape) {
        return shape.sibling(TARGET, "org/eclipse/jetty/util/Callback");
    }

    private static String channel(Shape shape) {
        return shape.sibling(TARGET, "org/eclipse/jetty/server/HttpChannel");
    }

    private static final class Server12 extends Server {

        private final String request;
        private final String fields;
        private final String response;
        private final String callback;

        private Server12(ClassVisitor next, Shape shape) {
            super(next, shape, handle12(shape), request(shape));
            request = request(shape);
            fields = shape.sibling(TARGET, "org/eclipse/jetty/http/HttpFields");
            response = response(shape);
            callback = callback(shape);
        }

        static ClassVisitor into(ClassVisitor next, Shape shape) {
            return new Server12(next, shape);
        }

        @Override
        protected void mark(MethodVisitor to) {
            to.visitVarInsn(Opcodes.ALOAD, 0);
            to.visitMethodInsn(
                    Opcodes.INVOKEINTERFACE,
                    request,
                    "getHeaders",
                    "()L".concat(fields).concat(";"),
                    true);
            to.visitLdcInsn(Served.HEADER);
            to.visitMethodInsn(Opcodes.INVOKEINTERFACE, fields, "get", "(Ljava/lang/String;)Ljava/lang/String;", true);
        }

        /// `response.setStatus(503); callback.succeeded(); return true;`
        @Override
        protected void refuse(MethodVisitor to) {
            to.visitVarInsn(Opcodes.ALOAD, 2);
            unavailable(to);
            to.visitMethodInsn(Opcodes.INVOKEINTERFACE, response, "setStatus", "(I)V", true);
            to.visitVarInsn(Opcodes.ALOAD, 3);
            to.visitMethodInsn(Opcodes.INVOKEINTERFACE, callback, "succeeded", "()V", true);
            to.visitInsn(Opcodes.ICONST_1);
            to.visitInsn(Opcodes.IRETURN);
        }
    }

    /// Jetty 9.4 to 11.
    private static final class Server9 extends Server {

        private final String channel;
        private final String request;
        private final String response;

        private Server9(ClassVisitor next, Shape shape) {
            super(next, shape, handle9(shape), channel(shape));
            channel = channel(shape);
            request = request(shape);
            response = response(shape);
        }

        static ClassVisitor into(ClassVisitor next, Shape shape) {
            return new Server9(next, shape);
        }

        @Override
        protected void mark(MethodVisitor to) {
            to.visitVarInsn(Opcodes.ALOAD, 0);
            to.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL,
                    channel,
                    "getRequest",
                    "()L".concat(request).concat(";"),
                    false);
            to.visitLdcInsn(Served.HEADER);
            to.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL, request, "getHeader", "(Ljava/lang/String;)Ljava/lang/String;", false);
        }

        /// `channel.getResponse().setStatus(503); channel.getRequest().setHandled(true); return;` The channel then
        /// completes the response.
        @Override
        protected void refuse(MethodVisitor to) {
            of(to, "getResponse", response);
            unavailable(to);
            to.visitMethodInsn(Opcodes.INVOKEVIRTUAL, response, "setStatus", "(I)V", false);
            of(to, "getRequest", request);
            to.visitInsn(Opcodes.ICONST_1);
            to.visitMethodInsn(Opcodes.INVOKEVIRTUAL, request, "setHandled", "(Z)V", false);
            to.visitInsn(Opcodes.RETURN);
        }

        private void of(MethodVisitor to, String getter, String type) {
            to.visitVarInsn(Opcodes.ALOAD, 1);
            to.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL, channel, getter, "()L".concat(type).concat(";"), false);
        }
    }

    private abstract static class Server extends AroundRequest {

        private final String self;
        private final String pool;
        private final String handle;

        private Server(ClassVisitor next, Shape shape, String handle, String marked) {
            super(next, 2, shape.name(), marked, 1);
            this.self = shape.name();
            this.pool = shape.sibling(TARGET, POOL);
            this.handle = handle;
        }

        @Override
        protected MethodVisitor method(String member, MethodVisitor next) {
            if (member.equals(START)) {
                return new Starting(next);
            }
            return member.equals(handle) ? new Handling(next) : next;
        }

        private final class Starting extends AtReturn {

            Starting(MethodVisitor next) {
                super(next);
            }

            @Override
            public void visitCode() {
                super.visitCode();
                get(mv, self, "getThreadPool", "()L" + pool + ";");
                call(mv, Servers.class, "starting", "(Ljava/lang/Object;)V");
            }

            @Override
            protected void code(MethodVisitor to) {
                to.visitLdcInsn("Jetty");
                to.visitVarInsn(Opcodes.ALOAD, 0);
                get(to, self, "getThreadPool", "()L" + pool + ";");
                call(to, Servers.class, "started", "(Ljava/lang/String;Ljava/lang/Object;Ljava/lang/Object;)V");
            }
        }
    }
}
