package io.heddle.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// Defines the runtime classes in `java.base`, where all of the target's class loaders see them. Appending a jar to the boot class
/// path would do so too, but switches the JVM's class data sharing off.
final class Runtimes {

    /// Where the build moves `io.heddle.agent.runtime` to.
    private static final String PLACE = "java/util/concurrent/Heddle";

    /// Where the build moves [io.heddle.agent.runtime.Inheritance] to. By name: the class is not there before it is defined.
    private static final String INHERITANCE = "java/lang/HeddleInheritance";

    private static final String THREAD = "java/lang/Thread";
    private static final String INHERITED = "inheritableThreadLocals";
    private static final String INHERITED_TYPE = "Ljava/lang/ThreadLocal$ThreadLocalMap;";

    private Runtimes() {
    }

    static void define(ZipFile jar, Instrumentation instrumentation, Mode mode) throws IOException, IllegalAccessException {
        Set<Module> self = Set.of(Runtimes.class.getModule());
        instrumentation.redefineModule(Object.class.getModule(), Set.of(), Map.of(),
                Map.of("java.util.concurrent", self, "java.lang", self), Set.of(), Map.of());
        if (mode == Mode.FLIP) {
            MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup()).defineClass(inheritance());
        }
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(ThreadPoolExecutor.class, MethodHandles.lookup());
        ArrayDeque<byte[]> waiting = new ArrayDeque<>();
        for (ZipEntry entry : Collections.list(jar.entries())) {
            if (entry.getName().startsWith(PLACE)) {
                waiting.add(jar.getInputStream(entry).readAllBytes());
            }
        }
        // A class whose parent is not there yet goes to the end; each round defines at least one.
        int refused = 0;
        while (!waiting.isEmpty() && refused <= waiting.size()) {
            byte[] next = waiting.remove();
            try {
                lookup.defineClass(next);
                refused = 0;
            } catch (NoClassDefFoundError e) {
                waiting.add(next);
                refused++;
            }
        }
        if (!waiting.isEmpty()) {
            throw new IllegalStateException("the agent's jar is not whole");
        }
    }

    /// `to.inheritableThreadLocals = from.inheritableThreadLocals`, which only a class of `java.lang` may say; newer JDKs want it said
    /// by accessors. Should neither be there, its first call fails, and [io.heddle.agent.runtime.Workers] does without.
    private static byte[] inheritance() {
        boolean byField = inheritedIsAccessible();
        ClassWriter made = new ClassWriter(0);
        made.visit(Opcodes.V21, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL, INHERITANCE, null, "java/lang/Object", null);
        MethodVisitor copy = made.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "copy", "(Ljava/lang/Thread;Ljava/lang/Thread;)V",
                null, null);
        copy.visitCode();
        copy.visitVarInsn(Opcodes.ALOAD, 1);
        copy.visitVarInsn(Opcodes.ALOAD, 0);
        if (byField) {
            copy.visitFieldInsn(Opcodes.GETFIELD, THREAD, INHERITED, INHERITED_TYPE);
            copy.visitFieldInsn(Opcodes.PUTFIELD, THREAD, INHERITED, INHERITED_TYPE);
        } else {
            copy.visitMethodInsn(Opcodes.INVOKEVIRTUAL, THREAD, INHERITED, "()" + INHERITED_TYPE, false);
            copy.visitMethodInsn(Opcodes.INVOKEVIRTUAL, THREAD, "setInheritableThreadLocals", "(" + INHERITED_TYPE + ")V", false);
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
