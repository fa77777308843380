package io.heddle.fuzz;

import io.heddle.fuzz.Bits.Field;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Damages class files where their parts are (JVMS 4): indexes, counts, lengths and names.
public final class ClassMutants {

    private static final int CONSTANTS = 8;
    private static final int FIRST_CONSTANT = 10;
    private static final int UTF8 = 1;

    private final ByteBuffer bytes;
    private final List<Field> fields = new ArrayList<>();
    private final List<Integer> texts = new ArrayList<>();

    private ClassMutants(byte[] original) {
        this.bytes = ByteBuffer.wrap(original);
        int at = constants();
        at = shorts(at, 3);
        at = shorts(at + 2, count(at));
        for (int kind = 0; kind < 2; kind++) {
            int count = count(at);
            at += 2;
            for (int i = 0; i < count; i++) {
                at = attributes(shorts(at, 3));
            }
        }
        attributes(at);
    }

    /// A mutant of a whole class file.
    public static byte[] mutate(byte[] original, Random random) {
        if (random.nextInt(4) == 0) {
            return Bits.blind(original, random);
        }
        ClassMutants parts = new ClassMutants(original);
        byte[] mutant = original.clone();
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            Bits.limit(mutant, parts.fields, ByteOrder.BIG_ENDIAN, random);
        }
        return random.nextInt(3) == 0 ? parts.renamed(mutant, random) : mutant;
    }

    // One text is another; all else stands where it stood, only later or earlier.
    private byte[] renamed(byte[] from, Random random) {
        int at = texts.get(random.nextInt(texts.size()));
        int behind = at + 3 + Short.toUnsignedInt(bytes.getShort(at + 1));
        byte[] name = Texts.name(random).getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream renamed = new ByteArrayOutputStream();
        renamed.write(from, 0, at + 1);
        renamed.write(name.length >> 8);
        renamed.write(name.length);
        renamed.writeBytes(name);
        renamed.write(from, behind, from.length - behind);
        return renamed.toByteArray();
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
