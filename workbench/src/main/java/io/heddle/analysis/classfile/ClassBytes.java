package io.heddle.analysis.classfile;

import io.heddle.analysis.knowledge.Limits;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// A class file in memory that is parsed on demand (JVMS 4), without keeping what was parsed. The JDK's
/// `java.lang.classfile` keeps an object for each constant, attribute and label that it met: of a large
/// service with all its libraries that is more than all else that a check knows.
///
/// What is damaged ends in a [RuntimeException] of any kind.
public final class ClassBytes {

    private static final int MAGIC = 0xCAFEBABE;
    private static final int CONSTANTS = 8;
    /// Length of an entry of the inner classes.
    private static final int INNER = 8;
    private static final String AT_RUN_TIME = "RuntimeVisibleAnnotations";

    private final byte[] bytes;
    /// Where the constants' tags stand, by the constants' indexes.
    private final int[] constants;
    private final int flags;
    private final int fields;
    private final int methods;
    private final int attributes;

    public ClassBytes(byte[] bytes) {
        this.bytes = bytes;
        if (int4(0) != MAGIC) {
            throw new IllegalArgumentException("it does not begin as a class file does");
        }
        this.constants = new int[int2(CONSTANTS)];
        this.flags = readConstants(CONSTANTS + 2);
        this.fields = flags + 8 + 2 * int2(flags + 6);
        this.methods = behindMembers(fields);
        this.attributes = behindMembers(methods);
    }

    /// A field or a method.
    ///
    /// @param attributes where they are listed
    public record Member(int flags, String name, String descriptor, int attributes) {}

    /// The tags of constants (JVMS, table 4.4-A).
    private static final class Tag {

        static final int UTF8 = 1;
        static final int INTEGER = 3;
        static final int FLOAT = 4;
        static final int LONG = 5;
        static final int DOUBLE = 6;
        static final int CLASS = 7;
        static final int STRING = 8;
        static final int FIELD = 9;
        static final int METHOD = 10;
        static final int INTERFACE_METHOD = 11;
        static final int NAME_AND_TYPE = 12;
        static final int METHOD_HANDLE = 15;
        static final int METHOD_TYPE = 16;
        static final int DYNAMIC = 17;
        static final int INVOKE_DYNAMIC = 18;
        static final int MODULE = 19;
        static final int PACKAGE = 20;
    }

    private int readConstants(int first) {
        int at = first;
        for (int i = 1; i < constants.length; i++) {
            constants[i] = at;
            int tag = int1(at);
            at += switch (tag) {
                case Tag.UTF8 -> 3 + int2(at + 1);
                case Tag.CLASS, Tag.STRING, Tag.METHOD_TYPE, Tag.MODULE, Tag.PACKAGE -> 3;
                case Tag.METHOD_HANDLE -> 4;
                case Tag.INTEGER,
                        Tag.FLOAT,
                        Tag.FIELD,
                        Tag.METHOD,
                        Tag.INTERFACE_METHOD,
                        Tag.NAME_AND_TYPE,
                        Tag.DYNAMIC,
                        Tag.INVOKE_DYNAMIC -> 5;
                case Tag.LONG, Tag.DOUBLE -> 9;
                default -> throw new IllegalArgumentException("it has a constant of the unknown kind " + tag);
            };
            // These take two places.
            i += tag == Tag.LONG || tag == Tag.DOUBLE ? 1 : 0;
        }
        return at;
    }

    private int behindMembers(int list) {
        int at = list + 2;
        for (int left = int2(list); left > 0; left--) {
            at = behindAttributes(at + 6);
        }
        return at;
    }

    private int behindAttributes(int list) {
        int at = list + 2;
        for (int left = int2(list); left > 0; left--) {
            at = behindAttribute(at);
        }
        return at;
    }

    private int behindAttribute(int at) {
        int length = int4(at + 2);
        Objects.checkFromIndexSize(at + 6, length, bytes.length);
        return at + 6 + length;
    }

    int int1(int at) {
        return bytes[at] & 0xFF;
    }

    int int2(int at) {
        return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
    }

    int int4(int at) {
        return int2(at) << 16 | int2(at + 2);
    }

    /// A copy of some of the bytes.
    public byte[] copy(int at, int length) {
        Objects.checkFromIndexSize(at, length, bytes.length);
        return Arrays.copyOfRange(bytes, at, at + length);
    }

    /// All of it.
    public byte[] bytes() {
        return bytes;
    }

    public int flags() {
        return int2(flags);
    }

    public String name() {
        return name(int2(flags + 2));
    }

    /// Internal name of the class above it; empty where there is none.
    public Optional<String> superclass() {
        int index = int2(flags + 4);
        return index == 0 ? Optional.empty() : Optional.of(name(index));
    }

    public List<String> interfaces() {
        List<String> names = new ArrayList<>();
        for (int at = flags + 8; at < fields; at += 2) {
            names.add(name(int2(at)));
        }
        return names;
    }

    /// In the order of the file.
    public List<Member> fields() {
        return members(fields);
    }

    /// In the order of the file.
    public List<Member> methods() {
        return members(methods);
    }

    private List<Member> members(int list) {
        int count = int2(list);
        List<Member> members = new ArrayList<>(count);
        int at = list + 2;
        for (int i = 0; i < count; i++) {
            members.add(new Member(int2(at), text(int2(at + 2)), text(int2(at + 4)), at + 6));
            at = behindAttributes(at + 6);
        }
        return members;
    }

    /// Where the attributes of the class are listed.
    public int attributes() {
        return attributes;
    }

    /// Where the first attribute of a name has its content; -1 where there is none.
    ///
    /// @param list where the attributes are listed
    int attribute(int list, String name) {
        int at = list + 2;
        for (int left = int2(list); left > 0; left--) {
            if (is(int2(at), name)) {
                return at + 6;
            }
            at = behindAttribute(at);
        }
        return -1;
    }

    /// Where all attributes of a name have their content.
    List<Integer> attributes(int list, String name) {
        List<Integer> found = new ArrayList<>(1);
        int at = list + 2;
        for (int left = int2(list); left > 0; left--) {
            if (is(int2(at), name)) {
                found.add(at + 6);
            }
            at = behindAttribute(at);
        }
        return found;
    }

    /// How many places for constants there are.
    public int constants() {
        return constants.length;
    }

    // Where its content stands.
    private int constant(int index, int tag) {
        int at = constants[index];
        if (int1(at) != tag) {
            throw new IllegalArgumentException(
                    "its constant " + index + " is of the kind " + int1(at) + ", not " + tag);
        }
        return at + 1;
    }

    /// Whether the text of a constant is this one, of ASCII alone.
    private boolean is(int index, String text) {
        int at = constant(index, Tag.UTF8);
        if (int2(at) != text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (bytes[at + 2 + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /// Whether a text, of ASCII alone, is among the constants.
    public boolean mentions(String text) {
        for (int i = 1; i < constants.length; i++) {
            if (constants[i] > 0 && int1(constants[i]) == Tag.UTF8 && is(i, text)) {
                return true;
            }
        }
        return false;
    }

    /// A text.
    String text(int index) {
        int at = constant(index, Tag.UTF8);
        int length = int2(at);
        for (int i = at + 2; i < at + 2 + length; i++) {
            if (bytes[i] < 0) {
                return modified(at, length);
            }
        }
        return new String(bytes, at + 2, length, StandardCharsets.ISO_8859_1);
    }

    // Beyond ASCII it is what DataInput calls modified UTF-8.
    private String modified(int at, int length) {
        try {
            return new DataInputStream(new ByteArrayInputStream(bytes, at, 2 + length)).readUTF();
        } catch (IOException e) {
            throw new UncheckedIOException("one of its texts is damaged", e);
        }
    }

    /// Name of a class that is among the constants.
    public String name(int index) {
        return text(int2(constant(index, Tag.CLASS)));
    }

    public boolean isClass(int index) {
        return int1(constants[index]) == Tag.CLASS;
    }

    public boolean isString(int index) {
        return int1(constants[index]) == Tag.STRING;
    }

    public String string(int index) {
        return text(int2(constant(index, Tag.STRING)));
    }

    /// Index of the class that a reference to a field or a method names.
    public int owner(int reference) {
        return int2(reference(reference));
    }

    /// Name that a reference to a field or a method names.
    public String referenced(int reference) {
        return text(int2(pair(reference)));
    }

    /// Descriptor of a field or a method that is referred to.
    public String descriptor(int reference) {
        return text(int2(pair(reference) + 2));
    }

    // Where the name and the descriptor stand of a reference or of an `invokedynamic`.
    private int pair(int index) {
        int at = int1(constants[index]) == Tag.INVOKE_DYNAMIC ? constant(index, Tag.INVOKE_DYNAMIC) : reference(index);
        return constant(int2(at + 2), Tag.NAME_AND_TYPE);
    }

    private int reference(int index) {
        int tag = int1(constants[index]);
        return constant(index, tag == Tag.METHOD || tag == Tag.INTERFACE_METHOD ? tag : Tag.FIELD);
    }

    /// What links an `invokedynamic`: the indexes of the bootstrap method's handle, and of what it is given.
    public int[] bootstrap(int dynamic) {
        int number = int2(constant(dynamic, Tag.INVOKE_DYNAMIC));
        int list = attribute(attributes, "BootstrapMethods");
        Objects.checkIndex(number, list < 0 ? 0 : int2(list));
        int at = list + 2;
        for (int i = 0; i < number; i++) {
            at += 4 + 2 * int2(at + 2);
        }
        int[] parts = new int[1 + int2(at + 2)];
        parts[0] = int2(at);
        for (int i = 1; i < parts.length; i++) {
            parts[i] = int2(at + 2 + 2 * i);
        }
        return parts;
    }

    public boolean isHandle(int index) {
        return int1(constants[index]) == Tag.METHOD_HANDLE;
    }

    /// How a handle calls its method (JVMS, table 5.4.3.5-A).
    public int handleKind(int index) {
        return int1(constant(index, Tag.METHOD_HANDLE));
    }

    /// Index of the method that a handle refers to.
    public int handled(int index) {
        return int2(constant(index, Tag.METHOD_HANDLE) + 1);
    }

    public boolean isMethodType(int index) {
        return int1(constants[index]) == Tag.METHOD_TYPE;
    }

    public String methodType(int index) {
        return text(int2(constant(index, Tag.METHOD_TYPE)));
    }

    /// The flags that a class has inside of another (JVMS 4.7.6); -1 where it is in none.
    public int flagsInside(String name) {
        int at = attribute(attributes, "InnerClasses");
        for (int i = 0; at >= 0 && i < int2(at); i++) {
            int inner = at + 2 + INNER * i;
            if (name(int2(inner)).equals(name)) {
                return int2(inner + 6);
            }
        }
        return -1;
    }

    /// Name of the source file; empty where the file does not tell.
    public String source() {
        int at = attribute(attributes, "SourceFile");
        return at < 0 ? "" : text(int2(at));
    }

    /// Internal names of the exceptions that a method says it throws.
    ///
    /// @param list where its attributes are listed
    public List<String> exceptions(int list) {
        int at = attribute(list, "Exceptions");
        List<String> names = at < 0 ? List.of() : new ArrayList<>();
        for (int i = 0; at >= 0 && i < int2(at); i++) {
            names.add(name(int2(at + 2 + 2 * i)));
        }
        return names;
    }

    /// Descriptors of the annotations that are there at run time.
    ///
    /// @param list where the attributes of what they belong to are listed
    public List<String> annotations(int list) {
        return annotations(list, AT_RUN_TIME);
    }

    /// Descriptors of all annotations that the class file has.
    ///
    /// @param list where the attributes of what they belong to are listed
    public List<String> allAnnotations(int list) {
        List<String> all = new ArrayList<>(annotations(list, AT_RUN_TIME));
        all.addAll(annotations(list, "RuntimeInvisibleAnnotations"));
        return all;
    }

    private List<String> annotations(int list, String attribute) {
        int content = attribute(list, attribute);
        List<String> names = content < 0 ? List.of() : new ArrayList<>();
        int at = content + 2;
        for (int left = content < 0 ? 0 : int2(content); left > 0; left--) {
            names.add(Descriptors.ofField(text(int2(at))));
            at = behindAnnotation(at, 0);
        }
        return names;
    }

    private int behindAnnotation(int at, int depth) {
        int next = at + 4;
        for (int left = int2(at + 2); left > 0; left--) {
            next = behindValue(next + 2, depth);
        }
        return next;
    }

    private int behindValue(int at, int depth) {
        if (depth > Limits.ClassFile.ANNOTATIONS_WITHIN) {
            throw new IllegalArgumentException(
                    "its annotations are nested more than " + Limits.ClassFile.ANNOTATIONS_WITHIN + " deep");
        }
        return switch (int1(at)) {
            case 'e' -> at + 5;
            case '@' -> behindAnnotation(at + 1, depth + 1);
            case '[' -> {
                int next = at + 3;
                for (int left = int2(at + 1); left > 0; left--) {
                    next = behindValue(next, depth + 1);
                }
                yield next;
            }
            default -> at + 3;
        };
    }
}
