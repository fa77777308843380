package io.heddle.agent.server;

import io.heddle.agent.Settings;
import io.heddle.agent.runtime.EventLoops;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Shape;
import io.heddle.agent.weave.Weaver;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;

/// Netty 4, and all that is built on it: the decoder of HTTP requests is made on the thread that will run them, by the
/// class that sets a connection up. That is the evidence for an event loop, where there is nothing to flip.
public final class NettyRequestsHook extends Hook {

    static {
        found(new NettyRequestsHook());
    }

    private NettyRequestsHook() {
        super("netty-requests", "io/netty/handler/codec/http/HttpRequestDecoder");
    }

    @Override
    protected void check(Shape shape) {
        shape.requireInstance("<init>()V");
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        String self = shape.name();
        return Decoder.into(
                next,
                self,
                self.substring(0, self.length() - "handler/codec/http/HttpRequestDecoder".length())
                        .replace('/', '.'));
    }

    private static final class Decoder extends Weaver {

        private final String self;
        private final String netty;

        private Decoder(ClassVisitor next, String self, String netty) {
            super(next, 1);
            this.self = self;
            this.netty = netty;
        }

        static ClassVisitor into(ClassVisitor next, String self, String netty) {
            return new Decoder(next, self, netty);
        }

        @Override
        protected MethodVisitor method(String member, MethodVisitor next) {
            return !member.startsWith("<init>")
                    ? next
                    : new AtEndOfConstructor(next, self) {
                        @Override
                        protected void made(MethodVisitor to) {
                            to.visitLdcInsn(netty);
                            call(to, EventLoops.class, "connected", "(Ljava/lang/String;)V");
                        }
                    };
        }
    }
}
