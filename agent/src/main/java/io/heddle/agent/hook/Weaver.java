package io.heddle.agent.hook;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/// A class visitor that hands each method with a body to [#method], and the pieces that hooks are made of.
abstract class Weaver extends ClassVisitor {

    private int woven;
    private final int atLeast;

    /// @param atLeast pieces of code that must have been put in when the class ends; fewer is a shape that was not known after all
    Weaver(ClassVisitor next, int atLeast) {
        super(Opcodes.ASM9, next);
        this.atLeast = atLeast;
    }

    /// A method of the class.
    ///
    /// @param member name and descriptor
    /// @return what writes it: the given one when it stays as it is
    abstract MethodVisitor method(String member, MethodVisitor next);

    /// Members to add when all others were seen.
    void addMembers() {
    }

    @Override
    public final @Nullable MethodVisitor visitMethod(int access, String name, String descriptor, @Nullable String signature,
            String @Nullable [] exceptions) {
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

    final void count() {
        woven++;
    }

    /// Calls a static method of the runtime.
    static void call(MethodVisitor code, Class<?> owner, String name, String descriptor) {
        code.visitMethodInsn(Opcodes.INVOKESTATIC, Type.getInternalName(owner), name, descriptor, false);
    }

    /// Pushes `this` and calls a method of it that takes nothing.
    static void get(MethodVisitor code, String owner, String name, String descriptor) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, name, descriptor, false);
    }

    /// Puts code at a method's beginning.
    abstract class AtEntry extends MethodVisitor {

        AtEntry(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        abstract void code(MethodVisitor to);

        @Override
        public void visitCode() {
            super.visitCode();
            code(mv);
            count();
        }
    }

    /// Puts code before each return of a method that returns nothing.
    abstract class AtReturn extends MethodVisitor {

        AtReturn(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        abstract void code(MethodVisitor to);

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.RETURN) {
                code(mv);
                count();
            }
            super.visitInsn(opcode);
        }
    }

    /// Begins a public method that the runtime calls through an interface.
    MethodVisitor begin(String name, String descriptor) {
        MethodVisitor code = cv.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC, name, descriptor, null, null);
        code.visitCode();
        return code;
    }

    /// Ends a method that [#begin] began.
    static void end(MethodVisitor code, int returns) {
        code.visitInsn(returns);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /// The interfaces of a class and one more.
    static String[] with(String @Nullable [] interfaces, Class<?> added) {
        int known = interfaces == null ? 0 : interfaces.length;
        String[] all = new String[known + 1];
        if (interfaces != null) {
            System.arraycopy(interfaces, 0, all, 0, known);
        }
        all[known] = Type.getInternalName(added);
        return all;
    }
}
