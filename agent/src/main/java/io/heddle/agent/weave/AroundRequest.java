package io.heddle.agent.weave;

import io.heddle.agent.runtime.Requests;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// Counts the requests that are within one method, and refuses those for which there is no room.
///
/// A request that goes on asynchronously after the method has returned counts until then only.
public abstract class AroundRequest extends Weaver {

    protected AroundRequest(ClassVisitor next, int atLeast) {
        super(next, atLeast);
    }

    /// Answers a request that may not enter, and returns.
    protected abstract void refuse(MethodVisitor to);

    /// The method that handles a request.
    ///
    /// `if (!Requests.entered()) { refuse } try { … } finally { Requests.left(); }`
    protected final class Handling extends AtEntry {

        private final Label begin = new Label();

        public Handling(MethodVisitor next) {
            super(next);
        }

        @Override
        protected void code(MethodVisitor to) {
            Label enter = new Label();
            call(to, Requests.class, "entered", "()Z");
            to.visitJumpInsn(Opcodes.IFNE, enter);
            refuse(to);
            to.visitLabel(enter);
            to.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            to.visitInsn(Opcodes.NOP); // so that a frame of the method's own first instruction stands at another place
            to.visitLabel(begin);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                call(mv, Requests.class, "left", "()V");
            }
            super.visitInsn(opcode);
        }

        /// The handler comes last, so that the method's own handlers go first.
        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            Label end = new Label();
            mv.visitLabel(end);
            mv.visitTryCatchBlock(begin, end, end, null);
            mv.visitFrame(Opcodes.F_FULL, 0, null, 1, new Object[] {"java/lang/Throwable"});
            call(mv, Requests.class, "left", "()V");
            mv.visitInsn(Opcodes.ATHROW);
            super.visitMaxs(maxStack, maxLocals);
        }
    }
}
