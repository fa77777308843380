package io.heddle.fuzz;

import io.heddle.fuzz.Bits.Field;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/// Damages class files where their parts are (JVMS 4): indexes, counts, lengths and names.
public final class ClassMutants {

    private static final int CONSTANTS = 8;
    private static final int FIRST_CONSTANT = 10;
    private static final int UTF8 = 1;

    private final ByteBuffer bytes;
    private final List<Field> fields = new ArrayList<>();
    /// Where the texts stand, and their indexes among the constants.
    private final List<Integer> texts = new ArrayList<>();
    private final List<Integer> indexes = new ArrayList<>();
    /// Where attributes are listed: of fields, methods and the class.
    private final List<Integer> lists = new ArrayList<>();
    private final int behindConstants;
    private final int ofClass;

    private ClassMutants(byte[] original) {
        this.bytes = ByteBuffer.wrap(original);
        behindConstants = constants();
        int at = shorts(behindConstants, 3);
        at = shorts(at + 2, count(at));
        for (int kind = 0; kind < 2; kind++) {
            int count = count(at);
            at += 2;
            for (int i = 0; i < count; i++) {
                at = attributes(shorts(at, 3));
            }
        }
        ofClass = at;
        attributes(at);
    }

    /// A mutant of a whole class file.
    public static byte[] mutate(byte[] original, Random random) {
        if (random.nextInt(4) == 0) {
            return Bits.blind(original, random);
        }
        ClassMutants parts = new ClassMutants(original);
        byte[] mutant = original.clone();
        for (int left = random.nextInt(3) + (random.nextBoolean() ? 1 : 0); left > 0; left--) {
            Bits.limit(mutant, parts.fields, ByteOrder.BIG_ENDIAN, random);
        }
        return switch (random.nextInt(8)) {
            case 0, 1 -> parts.with(mutant, parts.text(random, _ -> true), Texts.name(random));
            case 2, 3 -> parts.with(mutant, parts.text(random, ClassMutants::isDescriptor), Descriptors.any(random));
            case 4 -> parts.withAttribute(mutant, random, "RuntimeVisibleAnnotations", parts::annotations);
            case 5 -> parts.withAttribute(mutant, random, "Code", parts::code);
            default -> mutant;
        };
    }

    /// The same class with another text in place of one that is among its constants.
    ///
    /// @throws java.util.NoSuchElementException when it has no such text
    public static byte[] with(byte[] original, String text, String other) {
        ClassMutants parts = new ClassMutants(original);
        return parts.with(original, parts.text(new Random(0), text::equals), other);
    }

    /// The same class with an annotation whose value is an annotation or an array, and so on.
    public static byte[] withNestedAnnotations(byte[] original, int depth, boolean arrays) {
        ClassMutants parts = new ClassMutants(original);
        return parts.withAttribute(original, parts.ofClass, "RuntimeVisibleAnnotations", parts.nested(depth, arrays));
    }

    /// The same class with another tag of an annotation's only value (JVMS 4.7.16.1).
    ///
    /// @throws java.util.NoSuchElementException when it has no text like the value's name
    public static byte[] withKindOfValue(byte[] original, String name, char kind, char other) {
        ClassMutants parts = new ClassMutants(original);
        int index = parts.indexes.get(parts.texts.indexOf(parts.text(new Random(0), name::equals)));
        byte[] damaged = original.clone();
        for (int at = parts.behindConstants; at + 2 < damaged.length; at++) {
            if (parts.bytes.getShort(at) == index && damaged[at + 2] == kind) {
                damaged[at + 2] = (byte) other;
            }
        }
        return damaged;
    }

    private static boolean isDescriptor(String text) {
        return text.startsWith("(") || text.startsWith("L") && text.endsWith(";") || text.startsWith("[");
    }

    // Where a text stands that is one of some, or any where none is.
    private int text(Random random, Predicate<String> wanted) {
        List<Integer> found = texts.stream().filter(at -> wanted.test(text(at))).toList();
        List<Integer> from = found.isEmpty() ? texts : found;
        return from.get(random.nextInt(from.size()));
    }

    private String text(int at) {
        return new String(bytes.array(), at + 3, Short.toUnsignedInt(bytes.getShort(at + 1)), StandardCharsets.UTF_8);
    }

    // One text is another; all else stands where it stood, only later or earlier.
    private byte[] with(byte[] from, int at, String other) {
        int behind = at + 3 + Short.toUnsignedInt(bytes.getShort(at + 1));
        byte[] name = other.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream renamed = new ByteArrayOutputStream();
        renamed.write(from, 0, at + 1);
        renamed.write(name.length >> 8);
        renamed.write(name.length);
        renamed.writeBytes(name);
        renamed.write(from, behind, from.length - behind);
        return renamed.toByteArray();
    }

    private interface Content {
        byte[] of(Random random);
    }

    private byte[] withAttribute(byte[] from, Random random, String name, Content content) {
        int list = lists.get(random.nextInt(lists.size()));
        return withAttribute(from, list, name, content.of(random));
    }

    // The first attribute of a list is a new one, whose name is a new last constant.
    private byte[] withAttribute(byte[] from, int list, String name, byte[] content) {
        int constants = Short.toUnsignedInt(bytes.getShort(CONSTANTS));
        ByteBuffer added = ByteBuffer.allocate(from.length + 3 + name.length() + 6 + content.length);
        added.put(from, 0, CONSTANTS).putShort((short) (constants + 1));
        added.put(from, FIRST_CONSTANT, behindConstants - FIRST_CONSTANT);
        added.put((byte) UTF8).putShort((short) name.length()).put(name.getBytes(StandardCharsets.US_ASCII));
        added.put(from, behindConstants, list - behindConstants);
        added.putShort((short) (bytes.getShort(list) + 1)).putShort((short) constants);
        added.putInt(content.length).put(content);
        added.put(from, list + 2, from.length - list - 2);
        return added.array();
    }

    private byte[] annotations(Random random) {
        return random.nextBoolean()
                ? nested(1 << random.nextInt(16), random.nextBoolean())
                : Bits.blind(nested(1 + random.nextInt(8), random.nextBoolean()), random);
    }

    private byte[] nested(int depth, boolean arrays) {
        short name = (short) (int) indexes.getFirst();
        ByteBuffer content = ByteBuffer.allocate(2 + 7 * depth + 9);
        content.putShort((short) 1);
        if (arrays) {
            content.putShort(descriptor()).putShort((short) 1).putShort(name);
        }
        for (int i = 0; i < depth; i++) {
            if (arrays) {
                content.put((byte) '[').putShort((short) 1);
            } else {
                content.putShort(descriptor())
                        .putShort((short) 1)
                        .putShort(name)
                        .put((byte) '@');
            }
        }
        if (arrays) {
            content.put((byte) '[').putShort((short) 0);
        } else {
            content.putShort(descriptor()).putShort((short) 0);
        }
        return Arrays.copyOf(content.array(), content.position());
    }

    // Index of a text that is the type of a class; of any where there is none.
    private short descriptor() {
        for (int i = 0; i < texts.size(); i++) {
            if (text(texts.get(i)).matches("L[^;]+;")) {
                return (short) (int) indexes.get(i);
            }
        }
        return (short) (int) indexes.getFirst();
    }

    // Code with attributes of any name within it, themselves with code in them.
    private byte[] code(Random random) {
        byte[] inner = {};
        for (int left = random.nextInt(64); left > 0; left--) {
            int attribute = indexes.get(random.nextInt(indexes.size()));
            ByteBuffer outer = ByteBuffer.allocate(21 + inner.length);
            outer.putShort((short) random.nextInt(1 << 16)).putShort((short) random.nextInt(1 << 16));
            outer.putInt(1).put((byte) random.nextInt(256)).putShort((short) 0);
            outer.putShort((short) 1)
                    .putShort((short) attribute)
                    .putInt(inner.length)
                    .put(inner);
            inner = Arrays.copyOf(outer.array(), outer.position());
        }
        return inner;
    }

    private int constants() {
        fields.add(new Field(CONSTANTS - 2, 2));
        int count = count(CONSTANTS);
        int at = FIRST_CONSTANT;
        for (int i = 1; i < count; i++) {
            int tag = bytes.get(at);
            fields.add(new Field(at, 1));
            if (tag == UTF8) {
                texts.add(at);
                indexes.add(i);
            }
            int length = switch (tag) {
                case UTF8 -> 2 + count(at + 1);
                case 3, 4 -> number(at + 1, 4);
                case 5, 6 -> number(at + 1, 8);
                case 7, 8, 16, 19, 20 -> number(at + 1, 2);
                case 15 -> 1 + number(at + 2, 2);
                default -> number(at + 1, 2) + number(at + 3, 2);
            };
            at += 1 + length;
            i += tag == 5 || tag == 6 ? 1 : 0;
        }
        return at;
    }

    private int attributes(int first) {
        lists.add(first);
        int count = count(first);
        int at = first + 2;
        for (int i = 0; i < count; i++) {
            number(at, 2);
            number(at + 2, 4);
            int length = bytes.getInt(at + 2);
            // Most of what is in an attribute are counts, indexes and places of two bytes.
            for (int inside = at + 6; inside + 1 < at + 6 + length; inside += 2) {
                fields.add(new Field(inside, 2));
            }
            at += 6 + length;
        }
        return at;
    }

    private int shorts(int at, int count) {
        for (int i = 0; i < count; i++) {
            number(at + 2 * i, 2);
        }
        return at + 2 * count;
    }

    private int count(int at) {
        number(at, 2);
        return Short.toUnsignedInt(bytes.getShort(at));
    }

    private int number(int at, int width) {
        fields.add(new Field(at, width));
        return width;
    }
}
