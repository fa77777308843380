package io.heddle.agent.weave;

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

    public static Shape of(ClassReader reader) {
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
        int same = 0; // characters at the end that both names of this class have, in whole parts
        for (int i = 1;
                i <= Math.min(name.length(), original.length())
                        && name.charAt(name.length() - i) == original.charAt(original.length() - i);
                i++) {
            if (endsPart(original, i) && endsPart(name, i)) {
                same = i;
            }
        }
        String home = original.substring(0, original.length() - same);
        return other.startsWith(home)
                ? name.substring(0, name.length() - same) + other.substring(home.length())
                : other;
    }

    private static boolean endsPart(String path, int fromEnd) {
        return fromEnd == path.length() || path.charAt(path.length() - fromEnd - 1) == '/';
    }

    /// A text with each class name of the library in it as it is here, see [#sibling].
    ///
    /// @param original this class as its authors name it
    /// @param text descriptors as the authors write them
    public String moved(String original, String text) {
        if (name.equals(original)) {
            return text;
        }
        String vendor = original.substring(0, original.indexOf('/', original.indexOf('/') + 1) + 1);
        StringBuilder moved = new StringBuilder();
        int done = 0;
        for (int at = text.indexOf("L" + vendor); at >= 0; at = text.indexOf("L" + vendor, done)) {
            int end = text.indexOf(';', at);
            moved.append(text, done, at + 1).append(sibling(original, text.substring(at + 1, end)));
            done = end;
        }
        return moved.append(text.substring(done)).toString();
    }

    /// Whether a method or field is declared here.
    ///
    /// @param member name and descriptor, such as `getName()Ljava/lang/String;` or `executor
    ///     Ljava/util/concurrent/Executor;`
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

    /// Descriptor of the only field whose type has this simple name, in whatever package.
    ///
    /// @param field the field's name
    /// @throws Refused when there is no such field
    public String typeOf(String field, String simpleName) {
        for (String member : members.keySet()) {
            if (member.startsWith(field + " L") && member.endsWith("/" + simpleName + ";")) {
                return member.substring(field.length() + 1);
            }
        }
        throw new Refused("no field " + field + " of a type " + simpleName);
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            int access, String method, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        members.put(method + descriptor, access);
        return null;
    }

    @Override
    public @Nullable FieldVisitor visitField(
            int access, String field, String descriptor, @Nullable String signature, @Nullable Object value) {
        members.put(field + " " + descriptor, access);
        return null;
    }
}
