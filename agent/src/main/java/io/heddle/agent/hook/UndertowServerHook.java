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
        String self = shape.name();
        return new Weaver(next, 1) {
            @Override
            MethodVisitor method(String member, MethodVisitor code) {
                return !member.equals(START) ? code : new AtReturn(code) {
                    @Override
                    void code(MethodVisitor to) {
                        to.visitLdcInsn("Undertow");
                        to.visitVarInsn(Opcodes.ALOAD, 0);
                        to.visitVarInsn(Opcodes.ALOAD, 0);
                        to.visitFieldInsn(Opcodes.GETFIELD, self, "workerThreads", "I");
                        to.visitInsn(Opcodes.ACONST_NULL);
                        to.visitLdcInsn("");
                        call(to, Servers.class, "started",
                                "(Ljava/lang/String;Ljava/lang/Object;ILjava/lang/Object;Ljava/lang/String;)V");
                    }
                };
            }
        };
    }
}
