package io.heddle.agent.server;

import io.heddle.agent.Settings;
import io.heddle.agent.runtime.Servers;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Shape;
import io.heddle.agent.weave.Weaver;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// Undertow: reports the server when it has started, with its workers.
public final class UndertowServerHook extends Hook {

    private static final String START = "start()V";

    static {
        found(new UndertowServerHook());
    }

    private UndertowServerHook() {
        super("undertow-server", "io/undertow/Undertow");
    }

    @Override
    protected void check(Shape shape) {
        shape.requireInstance(START);
        shape.typeOf("worker", "XnioWorker");
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        return Undertow.into(next, shape.name(), shape.typeOf("worker", "XnioWorker"));
    }

    private static final class Undertow extends Weaver {

        private final String self;
        private final String worker;

        private Undertow(ClassVisitor next, String self, String worker) {
            super(next, 1);
            this.self = self;
            this.worker = worker;
        }

        static ClassVisitor into(ClassVisitor next, String self, String worker) {
            return new Undertow(next, self, worker);
        }

        @Override
        protected MethodVisitor method(String member, MethodVisitor next) {
            return !member.equals(START)
                    ? next
                    : new AtReturn(next) {
                        @Override
                        protected void code(MethodVisitor to) {
                            to.visitLdcInsn("Undertow");
                            to.visitVarInsn(Opcodes.ALOAD, 0);
                            to.visitInsn(Opcodes.ICONST_0);
                            walk(to, self, "worker " + worker);
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
