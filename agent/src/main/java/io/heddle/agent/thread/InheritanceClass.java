package io.heddle.agent.thread;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Modifier;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// Makes the class that hands inheritable thread locals on, in `java.lang`, whose private matter they are.
final class InheritanceClass {

    /// Where the build moves [io.heddle.agent.runtime.Inheritance] to. By name: the class is not there before it
    /// is defined.
    private static final String INHERITANCE = "java/lang/HeddleInheritance";

    private static final String THREAD = "java/lang/Thread";
    private static final String INHERITED = "inheritableThreadLocals";
    private static final String INHERITED_TYPE = "Ljava/lang/ThreadLocal$ThreadLocalMap;";

    private InheritanceClass() {}

    /// Defines the class. Where that cannot be, [io.heddle.agent.runtime.Workers] does without.
    static void define() {
        try {
            MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup()).defineClass(classFile());
        } catch (IllegalAccessException | LinkageError e) {
            // it is there already, or java.lang is closed
        }
    }

    /// `to.inheritableThreadLocals = from.inheritableThreadLocals`, which only a class of `java.lang` may say;
    /// newer JDKs want it said by accessors. Should neither be there, its first call fails, and
    /// [io.heddle.agent.runtime.Workers] does without.
    private static byte[] classFile() {
        boolean byField = inheritedIsAccessible();
        ClassWriter made = new ClassWriter(0);
        made.visit(Opcodes.V21, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL, INHERITANCE, null, "java/lang/Object", null);
        MethodVisitor copy = made.visitMethod(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "copy", "(Ljava/lang/Thread;Ljava/lang/Thread;)V", null, null);
        copy.visitCode();
        copy.visitVarInsn(Opcodes.ALOAD, 1);
        copy.visitVarInsn(Opcodes.ALOAD, 0);
        if (byField) {
            copy.visitFieldInsn(Opcodes.GETFIELD, THREAD, INHERITED, INHERITED_TYPE);
            copy.visitFieldInsn(Opcodes.PUTFIELD, THREAD, INHERITED, INHERITED_TYPE);
        } else {
            copy.visitMethodInsn(Opcodes.INVOKEVIRTUAL, THREAD, INHERITED, "()" + INHERITED_TYPE, false);
            copy.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL, THREAD, "setInheritableThreadLocals", "(" + INHERITED_TYPE + ")V", false);
        }
        copy.visitInsn(Opcodes.RETURN);
        copy.visitMaxs(2, 2);
        copy.visitEnd();
        made.visitEnd();
        return made.toByteArray();
    }

    private static boolean inheritedIsAccessible() {
        try {
            return !Modifier.isPrivate(Thread.class.getDeclaredField(INHERITED).getModifiers());
        } catch (NoSuchFieldException e) {
            return false;
        }
    }
}
