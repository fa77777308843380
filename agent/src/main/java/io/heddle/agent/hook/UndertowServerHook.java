package io.heddle.agent.hook;

import io.heddle.agent.Settings;
import io.heddle.agent.runtime.Servers;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// Undertow: reports the server when it has started. Its workers are left alone.
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
        shape.requireInstance(START, "workerThreads I");
    }

    @Override
    protected ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        return Undertow.into(next, shape.name());
    }

    private static final class Undertow extends Weaver {

        private final String self;

        private Undertow(ClassVisitor next, String self) {
            super(next, 1);
            this.self = self;
        }

        static ClassVisitor into(ClassVisitor next, String self) {
            return new Undertow(next, self);
        }

        @Override
        MethodVisitor method(String member, MethodVisitor next) {
            return !member.equals(START) ? next : new AtReturn(next) {
                @Override
                void code(MethodVisitor to) {
                    to.visitLdcInsn("Undertow");
                    to.visitVarInsn(Opcodes.ALOAD, 0);
                    to.visitVarInsn(Opcodes.ALOAD, 0);
                    to.visitFieldInsn(Opcodes.GETFIELD, self, "workerThreads", "I");
                    to.visitInsn(Opcodes.ACONST_NULL);
                    to.visitLdcInsn("");
                    call(to, Servers.class, "started", "(Ljava/lang/String;Ljava/lang/Object;ILjava/lang/Object;Ljava/lang/String;)V");
                }
            };
        }
    }
}
