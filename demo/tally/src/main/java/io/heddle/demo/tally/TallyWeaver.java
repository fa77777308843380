package io.heddle.demo.tally;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// Puts a call of [Tally] at the beginning of each method of the list, or before a call that the method makes. What
/// cannot be woven is told on standard error.
public final class TallyWeaver implements ClassFileTransformer {

    /// Of each class what is counted in its methods, by name and descriptor.
    private final Map<String, Map<String, List<Place>>> wanted = new HashMap<>();

    /// Something that is counted.
    ///
    /// @param index in the list
    /// @param line of the call; 0 where the method itself is counted
    /// @param call name of the method that is called; empty where the method itself is counted
    private record Place(int index, int line, String call) {}

    /// @param methods each as `class.name(descriptor)`, or as `class.name(descriptor)@line call` for a call
    public TallyWeaver(List<String> methods) {
        for (int i = 0; i < methods.size(); i++) {
            String text = methods.get(i);
            int at = text.indexOf('@');
            int space = text.indexOf(' ', at + 1);
            String method = at < 0 ? text : text.substring(0, at);
            int name = method.lastIndexOf('.', method.indexOf('('));
            wanted.computeIfAbsent(method.substring(0, name).replace('.', '/'), any -> new HashMap<>())
                    .computeIfAbsent(method.substring(name + 1), any -> new ArrayList<>())
                    .add(
                            at < 0
                                    ? new Place(i, 0, "")
                                    : new Place(
                                            i,
                                            Integer.parseInt(text.substring(at + 1, space)),
                                            text.substring(space + 1)));
        }
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String name,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] original) {
        Map<String, List<Place>> places = name == null ? null : wanted.get(name);
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

        private final Map<String, List<Place>> places;

        Counting(ClassVisitor next, Map<String, List<Place>> places) {
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
            List<Place> here = places.get(name + descriptor);
            return here == null || (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0
                    ? next
                    : new CountingCalls(next, here);
        }
    }

    private static final class CountingCalls extends MethodVisitor {

        private final List<Place> places;
        private int line;

        CountingCalls(MethodVisitor next, List<Place> places) {
            super(Opcodes.ASM9, next);
            this.places = places;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            count(0, "");
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            line = number;
            super.visitLineNumber(number, start);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            count(line, name);
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        private void count(int at, String call) {
            for (Place place : places) {
                if (place.line() == at && place.call().equals(call)) {
                    super.visitLdcInsn(place.index());
                    super.visitMethodInsn(Opcodes.INVOKESTATIC, "io/heddle/demo/tally/Tally", "entered", "(I)V", false);
                }
            }
        }
    }
}
