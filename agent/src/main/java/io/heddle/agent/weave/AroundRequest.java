package io.heddle.agent.weave;

import io.heddle.agent.runtime.Requests;
import io.heddle.agent.runtime.Served;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// Counts the requests that are within one method, and refuses those for which there is no room.
///
/// A request that goes on asynchronously after the method has returned counts until then only.
public abstract class AroundRequest extends Weaver {

    private static final int UNAVAILABLE = 503;
    private static final String THROWN = "java/lang/Throwable";
    private static final String MARK = "heddle$mark";

    private final String self;
    private final String request;
    private final int argument;

    /// @param self internal name of the class
    /// @param request internal name of the type that knows the request's headers
    /// @param argument where the method has one: number of the local variable
    protected AroundRequest(ClassVisitor next, int atLeast, String self, String request, int argument) {
        super(next, atLeast);
        this.self = self;
        this.request = request;
        this.argument = argument;
    }

    /// Asks the request, which is the first local variable, for the header [Served#HEADER], and leaves its value on the
    /// stack; null without one.
    protected abstract void mark(MethodVisitor to);

    /// A method of its own: a library whose requests are other than known gives no mark, and serves them.
    ///
    /// `static String mark(Request request) { try { return … } catch (LinkageError e) { return null; } }`
    @Override
    protected void addMembers() {
        MethodVisitor code = cv.visitMethod(
                Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC, MARK, descriptor(), null, null);
        Label begin = new Label();
        Label end = new Label();
        code.visitCode();
        code.visitTryCatchBlock(begin, end, end, "java/lang/LinkageError");
        code.visitLabel(begin);
        mark(code);
        code.visitInsn(Opcodes.ARETURN);
        code.visitLabel(end);
        code.visitFrame(Opcodes.F_FULL, 1, new Object[] {request}, 1, new Object[] {"java/lang/LinkageError"});
        code.visitInsn(Opcodes.POP);
        code.visitInsn(Opcodes.ACONST_NULL);
        end(code, Opcodes.ARETURN);
    }

    private String descriptor() {
        return "(L".concat(request).concat(";)Ljava/lang/String;");
    }

    private void begin(MethodVisitor to) {
        to.visitVarInsn(Opcodes.ALOAD, argument);
        to.visitMethodInsn(Opcodes.INVOKESTATIC, self, MARK, descriptor(), false);
        call(to, Served.class, "begin", "(Ljava/lang/String;)V");
    }

    /// Asks for a permit, and leaves on the stack whether the request may enter.
    protected void enter(MethodVisitor to) {
        call(to, Requests.class, "entered", "()Z");
    }

    /// Gives back what [#enter] got.
    protected void leave(MethodVisitor to) {
        call(to, Requests.class, "left", "()V");
    }

    /// Answers a request that may not enter, and returns.
    protected abstract void refuse(MethodVisitor to);

    /// Pushes the status of a refusal.
    protected static void unavailable(MethodVisitor to) {
        to.visitIntInsn(Opcodes.SIPUSH, UNAVAILABLE);
    }

    /// A method that refuses at its beginning the requests for which there is no room.
    ///
    /// `begin(mark(request)); if (!entered()) { refuse }`
    protected abstract class Entering extends AtEntry {

        protected Entering(MethodVisitor next) {
            super(next);
        }

        @Override
        protected void code(MethodVisitor to) {
            Label enter = new Label();
            begin(to);
            enter(to);
            to.visitJumpInsn(Opcodes.IFNE, enter);
            refuse(to);
            to.visitLabel(enter);
            to.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            to.visitInsn(Opcodes.NOP); // so that a frame of the method's own first instruction stands at another place
        }
    }

    /// The method that handles a request.
    ///
    /// `if (!entered()) { refuse } try { … } finally { left(); }`
    protected final class Handling extends Entering {

        private final Label begin = new Label();

        public Handling(MethodVisitor next) {
            super(next);
        }

        @Override
        protected void code(MethodVisitor to) {
            super.code(to);
            to.visitLabel(begin);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                leave(mv);
            }
            super.visitInsn(opcode);
        }

        /// The handler comes last, so that the method's own handlers go first.
        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            Label end = new Label();
            mv.visitLabel(end);
            mv.visitTryCatchBlock(begin, end, end, null);
            mv.visitFrame(Opcodes.F_FULL, 0, null, 1, new Object[] {THROWN});
            leave(mv);
            mv.visitInsn(Opcodes.ATHROW);
            super.visitMaxs(maxStack, maxLocals);
        }
    }

    /// A method that handles a request in one call, and may pass it on to another thread after that call.
    ///
    /// `if (!entered()) { refuse } … try { call } finally { left(); } …`
    protected abstract class Calling extends Entering {

        private final Object[] locals;
        private final Label begin = new Label();
        private final Label end = new Label();
        private final Label thrown = new Label();

        /// @param locals types of the local variables where it is called: the method's own parameters
        protected Calling(MethodVisitor next, Object... locals) {
            super(next);
            this.locals = locals;
        }

        /// Whether this is the call.
        protected abstract boolean handles(String owner, String name);

        /// What comes after the call, if it returned.
        protected abstract void after(MethodVisitor to);

        /// The handler comes first: the method has one of its own around the call.
        @Override
        protected void code(MethodVisitor to) {
            to.visitTryCatchBlock(begin, end, thrown, null);
            super.code(to);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (!handles(owner, name)) {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                return;
            }
            Label after = new Label();
            mv.visitLabel(begin);
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            mv.visitLabel(end);
            leave(mv);
            mv.visitJumpInsn(Opcodes.GOTO, after);
            mv.visitLabel(thrown);
            mv.visitFrame(Opcodes.F_FULL, locals.length, locals, 1, new Object[] {THROWN});
            leave(mv);
            mv.visitInsn(Opcodes.ATHROW);
            mv.visitLabel(after);
            mv.visitFrame(Opcodes.F_FULL, locals.length, locals, 0, null);
            after(mv);
            count();
        }
    }
}
