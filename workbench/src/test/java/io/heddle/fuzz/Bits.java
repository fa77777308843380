package io.heddle.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// What is done to the bytes of any format: numbers at their limits, and blind damage.
public final class Bits {

    private Bits() {}

    /// A number of a format.
    ///
    /// @param width in bytes: 1, 2, 4 or 8
    public record Field(int offset, int width) {}

    /// Writes a number at its limit into one of the fields.
    ///
    /// @param fields may be empty: then nothing changes
    public static void limit(byte[] bytes, List<Field> fields, ByteOrder order, Random random) {
        if (fields.isEmpty()) {
            return;
        }
        Field field = fields.get(random.nextInt(fields.size()));
        if (field.offset() + field.width() <= bytes.length) {
            put(bytes, field, limit(bytes.length, field.width(), random), order);
        }
    }

    /// A number at which arithmetic goes wrong: the ends of its range, and what is just beyond the file's length.
    private static long limit(int length, int width, Random random) {
        long half = 1L << (8 * width - 1);
        return switch (random.nextInt(12)) {
            case 0 -> 0;
            case 1 -> 1;
            case 2 -> -1;
            case 3 -> -2;
            case 4 -> half;
            case 5 -> half - 1;
            case 6 -> half + 1;
            case 7 -> half - length;
            case 8 -> length;
            case 9 -> length - 1L;
            case 10 -> random.nextInt(length + 1);
            default -> random.nextLong();
        };
    }

    private static void put(byte[] bytes, Field field, long value, ByteOrder order) {
        ByteBuffer at = ByteBuffer.wrap(bytes).order(order);
        switch (field.width()) {
            case 1 -> at.put(field.offset(), (byte) value);
            case 2 -> at.putShort(field.offset(), (short) value);
            case 4 -> at.putInt(field.offset(), (int) value);
            case 8 -> at.putLong(field.offset(), value);
            default -> throw new IllegalArgumentException("no number has " + field.width() + " bytes");
        }
    }

    /// A few bytes changed, then perhaps a part cut out, doubled, wiped, or the end cut off.
    public static byte[] blind(byte[] original, Random random) {
        if (original.length == 0) {
            return original;
        }
        byte[] bytes = original.clone();
        for (int left = random.nextInt(9); left > 0; left--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        int from = random.nextInt(bytes.length);
        int to = from + random.nextInt(Math.min(4096, bytes.length - from) + 1);
        return switch (random.nextInt(8)) {
            case 0 -> Arrays.copyOf(bytes, from);
            case 1 -> joined(bytes, 0, from, to, bytes.length);
            case 2 -> joined(bytes, 0, to, from, bytes.length);
            case 3 -> {
                Arrays.fill(bytes, from, to, (byte) 0);
                yield bytes;
            }
            case 4 -> Arrays.copyOf(bytes, bytes.length + random.nextInt(64));
            default -> bytes;
        };
    }

    private static byte[] joined(byte[] bytes, int from, int to, int again, int end) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        joined.write(bytes, from, to - from);
        joined.write(bytes, again, end - again);
        return joined.toByteArray();
    }
}
