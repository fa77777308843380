package io.heddle.agent.weave;

import io.heddle.agent.runtime.PerTask;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/// A class visitor that hands each method with a body to [#method], and the pieces that hooks are made of.
public abstract class Weaver extends ClassVisitor {

    private int woven;
    private final int atLeast;

    /// @param atLeast pieces of code that must have been put in when the class ends; fewer is a shape that
    ///     was not known after all
    protected Weaver(ClassVisitor next, int atLeast) {
        super(Opcodes.ASM9, next);
        this.atLeast = atLeast;
    }

    /// A method of the class.
    ///
    /// @param member name and descriptor
    /// @return what writes it: the given one when it stays as it is
    protected abstract MethodVisitor method(String member, MethodVisitor next);

    /// What the runtime will know the class as; null when nothing is added.
    @Nullable
    protected Class<?> added() {
        return null;
    }

    @Override
    public final void visit(
            int version,
            int access,
            String name,
            @Nullable String signature,
            @Nullable String superName,
            String @Nullable [] interfaces) {
        Class<?> added = added();
        super.visit(version, access, name, signature, superName, added == null ? interfaces : with(interfaces, added));
    }

    /// Members to add when all others were seen.
    protected void addMembers() {}

    @Override
    public final @Nullable MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
        return (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0 ? next : method(name + descriptor, next);
    }

    @Override
    public final void visitEnd() {
        addMembers();
        if (woven < atLeast) {
            throw new Refused("found " + woven + " of " + atLeast + " places to change");
        }
        super.visitEnd();
    }

    public final void count() {
        woven++;
    }

    /// Calls a static method of the runtime.
    public static void call(MethodVisitor code, Class<?> owner, String name, String descriptor) {
        code.visitMethodInsn(Opcodes.INVOKESTATIC, Type.getInternalName(owner), name, descriptor, false);
    }

    /// Pushes `this` and calls a method of it that takes nothing.
    public static void get(MethodVisitor code, String owner, String name, String descriptor) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, name, descriptor, false);
    }

    /// Puts code at a method's beginning.
    public abstract class AtEntry extends MethodVisitor {

        protected AtEntry(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        protected abstract void code(MethodVisitor to);

        @Override
        public void visitCode() {
            super.visitCode();
            code(mv);
            count();
        }
    }

    /// Puts code before each return of a method; what it returns lies on the stack then and must stay there.
    public abstract class AtReturn extends MethodVisitor {

        protected AtReturn(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        protected abstract void code(MethodVisitor to);

        @Override
        public void visitInsn(int opcode) {
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                code(mv);
                count();
            }
            super.visitInsn(opcode);
        }
    }

    /// Puts code at the end of a constructor, unless it calls another one of the class.
    public abstract class AtEndOfConstructor extends AtReturn {

        private final String self;
        private boolean delegates;

        protected AtEndOfConstructor(MethodVisitor next, String self) {
            super(next);
            this.self = self;
        }

        protected abstract void made(MethodVisitor to);

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            delegates |= opcode == Opcodes.INVOKESPECIAL && owner.equals(self) && name.equals("<init>");
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        @Override
        protected void code(MethodVisitor to) {
            if (!delegates) {
                made(to);
            }
        }
    }

    /// Leaves a method at its beginning when a condition holds.
    ///
    /// @param jump opcode that jumps when it does not hold, by what lies on the stack
    /// @param result opcode that pushes what the method returns; `NOP` when it returns nothing
    /// @param returns opcode of the return
    public static void leaveUnless(MethodVisitor to, int jump, int result, int returns) {
        Label stay = new Label();
        to.visitJumpInsn(jump, stay);
        if (result != Opcodes.NOP) {
            to.visitInsn(result);
        }
        to.visitInsn(returns);
        to.visitLabel(stay);
        to.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        to.visitInsn(Opcodes.NOP); // so that a frame of the method's own first instruction stands at another place
    }

    /// Begins `new PerTask(…)`; the code that follows pushes its first argument.
    public static void beginPerTask(MethodVisitor to) {
        to.visitTypeInsn(Opcodes.NEW, Type.getInternalName(PerTask.class));
        to.visitInsn(Opcodes.DUP);
    }

    /// Ends what [#beginPerTask] began and leaves it on the stack.
    ///
    /// @param infix between the pool's name and the number
    /// @param hook who makes it
    public static void endPerTask(MethodVisitor to, String infix, String hook) {
        to.visitLdcInsn(infix);
        to.visitLdcInsn(hook);
        to.visitMethodInsn(
                Opcodes.INVOKESPECIAL,
                Type.getInternalName(PerTask.class),
                "<init>",
                "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/String;)V",
                false);
    }

    /// Pushes the answer that a path of fields and methods leads to, from `this`.
    ///
    /// @param path each part a method with its descriptor, such as `getName()Ljava/lang/String;`, or a field,
    ///     a space and its descriptor; parts are set apart by `>`, or by `>>` where the next method is an
    ///     interface's
    /// @return descriptor of what lies on the stack
    public static String walk(MethodVisitor to, String self, String path) {
        to.visitVarInsn(Opcodes.ALOAD, 0);
        String owner = self;
        String type = "L" + self + ";";
        boolean toInterface = false;
        for (String part : path.split(">", -1)) {
            if (part.isEmpty()) {
                toInterface = true;
                continue;
            }
            int call = part.indexOf('(');
            if (call >= 0) {
                to.visitMethodInsn(
                        toInterface ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL,
                        owner,
                        part.substring(0, call),
                        part.substring(call),
                        toInterface);
                type = part.substring(part.indexOf(')') + 1);
            } else {
                int space = part.indexOf(' ');
                type = part.substring(space + 1);
                to.visitFieldInsn(Opcodes.GETFIELD, owner, part.substring(0, space), type);
            }
            owner = type.startsWith("L") ? type.substring(1, type.length() - 1) : "";
            toInterface = false;
        }
        return type;
    }

    /// Begins a public method that the runtime calls through an interface.
    public MethodVisitor begin(String name, String descriptor) {
        MethodVisitor code = cv.visitMethod(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC, name, descriptor, null, null);
        code.visitCode();
        return code;
    }

    /// Ends a method that [#begin] began.
    public static void end(MethodVisitor code, int returns) {
        code.visitInsn(returns);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /// The interfaces of a class and one more.
    private static String[] with(String @Nullable [] interfaces, Class<?> added) {
        int known = interfaces == null ? 0 : interfaces.length;
        String[] all = new String[known + 1];
        if (interfaces != null) {
            System.arraycopy(interfaces, 0, all, 0, known);
        }
        all[known] = Type.getInternalName(added);
        return all;
    }
}
