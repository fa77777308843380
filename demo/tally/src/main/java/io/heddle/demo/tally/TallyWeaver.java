package io.heddle.demo.tally;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// Puts a call of [Tally] at the beginning of each method of the list. What cannot be woven is told on
/// standard error.
public final class TallyWeaver implements ClassFileTransformer {

    /// Of each class the places of its methods in the list, by name and descriptor.
    private final Map<String, Map<String, Integer>> wanted = new HashMap<>();

    /// @param methods each as `class.name(descriptor)`
    public TallyWeaver(List<String> methods) {
        for (int i = 0; i < methods.size(); i++) {
            String method = methods.get(i);
            int name = method.lastIndexOf('.', method.indexOf('('));
            wanted.computeIfAbsent(method.substring(0, name).replace('.', '/'), any -> new HashMap<>())
                    .put(method.substring(name + 1), i);
        }
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String name,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] original) {
        Map<String, Integer> places = name == null ? null : wanted.get(name);
        if (places == null) {
            return null;
        }
        try {
            ClassReader reader = new ClassReader(original);
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            reader.accept(new Counting(writer, places), 0);
            return writer.toByteArray();
        } catch (RuntimeException | LinkageError e) {
            System.err.println("heddle-tally does not count " + name + ": " + e);
            return null;
        }
    }

    private static final class Counting extends ClassVisitor {

        private final Map<String, Integer> places;

        Counting(ClassVisitor next, Map<String, Integer> places) {
            super(Opcodes.ASM9, next);
            this.places = places;
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            Integer place = places.get(name + descriptor);
            if (place == null || (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
                return next;
            }
            return new MethodVisitor(Opcodes.ASM9, next) {
                @Override
                public void visitCode() {
                    super.visitCode();
                    super.visitLdcInsn(place);
                    super.visitMethodInsn(Opcodes.INVOKESTATIC, "io/heddle/demo/tally/Tally", "entered", "(I)V", false);
                }
            };
        }
    }
}
