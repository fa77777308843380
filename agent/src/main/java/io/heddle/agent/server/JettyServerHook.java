package io.heddle.agent.server;

import io.heddle.agent.Settings;
import io.heddle.agent.runtime.Requests;
import io.heddle.agent.runtime.Servers;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Refused;
import io.heddle.agent.weave.Shape;
import io.heddle.agent.weave.Weaver;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// Jetty 9.4 to 12.1: counts a request where the server hands it to its handlers; asynchronous requests come back
/// another way (`handleAsync`, or not at all from Jetty 12 on) and are not counted again. Gives the pool its size
/// before the server starts, and reports the server afterwards.
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
        return Server.into(next, shape.name(), shape.sibling(TARGET, POOL), handle12(shape), handle9(shape));
    }

    private static String handle12(Shape shape) {
        return "handle(L" + shape.sibling(TARGET, "org/eclipse/jetty/server/Request") + ";L"
                + shape.sibling(TARGET, "org/eclipse/jetty/server/Response") + ";L"
                + shape.sibling(TARGET, "org/eclipse/jetty/util/Callback") + ";)Z";
    }

    private static String handle9(Shape shape) {
        return "handle(L" + shape.sibling(TARGET, "org/eclipse/jetty/server/HttpChannel") + ";)V";
    }

    private static final class Server extends Weaver {

        private final String self;
        private final String pool;
        private final String handle12;
        private final String handle9;

        private Server(ClassVisitor next, String self, String pool, String handle12, String handle9) {
            super(next, 2);
            this.self = self;
            this.pool = pool;
            this.handle12 = handle12;
            this.handle9 = handle9;
        }

        static ClassVisitor into(ClassVisitor next, String self, String pool, String handle12, String handle9) {
            return new Server(next, self, pool, handle12, handle9);
        }

        @Override
        protected MethodVisitor method(String member, MethodVisitor next) {
            if (member.equals(START)) {
                return new Starting(next);
            }
            return !member.equals(handle12) && !member.equals(handle9)
                    ? next
                    : new AtEntry(next) {
                        @Override
                        protected void code(MethodVisitor to) {
                            call(to, Requests.class, "dispatched", "()V");
                        }
                    };
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
