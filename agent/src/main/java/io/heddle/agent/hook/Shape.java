package io.heddle.agent.hook;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/// The members that a class declares: what a hook looks at before it touches anything.
public final class Shape extends ClassVisitor {

    private final String name;
    private final Map<String, Integer> members = new HashMap<>();

    private Shape(String name) {
        super(Opcodes.ASM9);
        this.name = name;
    }

    static Shape of(ClassReader reader) {
        Shape shape = new Shape(reader.getClassName());
        reader.accept(shape, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return shape;
    }

    /// Internal name of the class.
    public String name() {
        return name;
    }

    /// Internal name of a class of the same library, which may have been moved to another package as a whole.
    ///
    /// @param original this class as its authors name it
    /// @param other another class as its authors name it
    public String sibling(String original, String other) {
        return name.substring(0, name.length() - original.length()) + other;
    }

    /// Whether a method or field is declared here.
    ///
    /// @param member name and descriptor, such as `getName()Ljava/lang/String;` or `executor Ljava/util/concurrent/Executor;`
    public boolean has(String member) {
        return members.containsKey(member);
    }

    /// Refuses the class unless each of these is declared here, see [#has].
    public void require(String... wanted) {
        for (String member : wanted) {
            if (!has(member)) {
                throw new Refused("no " + member);
            }
        }
    }

    /// Refuses the class when any of these is static, or is not declared here.
    public void requireInstance(String... wanted) {
        require(wanted);
        for (String member : wanted) {
            if ((members.getOrDefault(member, 0) & Opcodes.ACC_STATIC) != 0) {
                throw new Refused(member + " is static");
            }
        }
    }

    /// The only field of this type, or null when there is none or more than one.
    public @Nullable String onlyField(String descriptor) {
        String found = null;
        for (String member : members.keySet()) {
            if (member.endsWith(" " + descriptor)) {
                if (found != null) {
                    return null;
                }
                found = member.substring(0, member.indexOf(' '));
            }
        }
        return found;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(int access, String method, String descriptor, @Nullable String signature,
            String @Nullable [] exceptions) {
        members.put(method + descriptor, access);
        return null;
    }

    @Override
    public @Nullable FieldVisitor visitField(int access, String field, String descriptor, @Nullable String signature,
            @Nullable Object value) {
        members.put(field + " " + descriptor, access);
        return null;
    }
}
