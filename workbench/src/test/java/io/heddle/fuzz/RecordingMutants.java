package io.heddle.fuzz;

import io.heddle.fuzz.Bits.Field;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/// Damages flight recordings where their parts are: headers of chunks, sizes of events, counts and indexes in the
/// descriptions of types and in constants, names.
public final class RecordingMutants {

    private static final byte[] MAGIC = {'F', 'L', 'R', 0};
    private static final int HEADER = 68;
    /// Size, constants, metadata, start, duration, start in ticks, ticks a second.
    private static final int[] HEADER_LONGS = {8, 16, 24, 32, 40, 48, 56};
    private static final int FLAGS = 64;
    /// Most bytes of a compressed number.
    private static final int LONGEST = 9;
    /// Numbers at the beginning of an event that are damaged: its head, and what counts what follows.
    private static final int NUMBERS = 14;

    private RecordingMutants() {}

    /// A mutant of one of the recordings, perhaps of two in a row, or packed.
    public static byte[] of(List<byte[]> originals, Random random) throws IOException {
        byte[] bytes = originals.get(random.nextInt(originals.size()));
        if (random.nextInt(3) == 0) {
            ByteArrayOutputStream both = new ByteArrayOutputStream();
            both.write(bytes);
            both.write(originals.get(random.nextInt(originals.size())));
            bytes = both.toByteArray();
        }
        bytes = random.nextInt(3) == 0 ? Bits.blind(bytes, random) : damaged(bytes, random);
        if (random.nextInt(6) == 0) {
            ByteArrayOutputStream zipped = new ByteArrayOutputStream();
            try (GZIPOutputStream zip = new GZIPOutputStream(zipped)) {
                zip.write(bytes);
            }
            return random.nextInt(3) == 0 ? Bits.blind(zipped.toByteArray(), random) : zipped.toByteArray();
        }
        return bytes;
    }

    private static byte[] damaged(byte[] original, Random random) {
        byte[] bytes = original.clone();
        List<Integer> chunks = chunks(bytes);
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            switch (random.nextInt(4)) {
                case 0 -> Bits.limit(bytes, headers(chunks), ByteOrder.BIG_ENDIAN, random);
                case 1 -> name(bytes, random);
                default -> number(bytes, events(bytes, chunks), random);
            }
        }
        return bytes;
    }

    private static List<Integer> chunks(byte[] bytes) {
        List<Integer> chunks = new ArrayList<>();
        for (int at = 0; at + HEADER <= bytes.length; at++) {
            if (bytes[at] == MAGIC[0] && bytes[at + 1] == MAGIC[1] && bytes[at + 2] == MAGIC[2] && bytes[at + 3] == 0) {
                chunks.add(at);
            }
        }
        return chunks;
    }

    private static List<Field> headers(List<Integer> chunks) {
        List<Field> fields = new ArrayList<>();
        for (int chunk : chunks) {
            for (int offset : HEADER_LONGS) {
                fields.add(new Field(chunk + offset, Long.BYTES));
            }
            fields.add(new Field(chunk + FLAGS, Integer.BYTES));
        }
        return fields;
    }

    /// Where events begin; the descriptions of types and the constants of each chunk several times, since there are
    /// few of them.
    private static List<Integer> events(byte[] bytes, List<Integer> chunks) {
        List<Integer> events = new ArrayList<>();
        for (int chunk : chunks) {
            int end = (int) Math.min(
                    bytes.length, chunk + Math.max(0, ByteBuffer.wrap(bytes).getLong(chunk + 8)));
            for (int at = chunk + HEADER; at < end; ) {
                long size = compressed(bytes, at);
                int kind = at + width(bytes, at);
                int times = kind < bytes.length && bytes[kind] <= 1 && bytes[kind] >= 0 ? 200 : 1;
                for (int i = 0; i < times; i++) {
                    events.add(at);
                }
                if (size <= 0 || size > end - at) {
                    break;
                }
                at += (int) size;
            }
        }
        return events;
    }

    private static void number(byte[] bytes, List<Integer> events, Random random) {
        if (events.isEmpty()) {
            return;
        }
        int at = events.get(random.nextInt(events.size()));
        for (int left = random.nextInt(NUMBERS); left > 0; left--) {
            at += width(bytes, at);
        }
        // As wide as it was, or wider, over what follows.
        int width = random.nextBoolean() ? width(bytes, at) : 1 + random.nextInt(LONGEST);
        long value = random.nextInt(3) == 0 ? random.nextLong() : random.nextBoolean() ? -1 : 0;
        for (int i = 0; i < width && at + i < bytes.length; i++) {
            boolean more = i + 1 < width;
            bytes[at + i] = (byte) (value >>> 7 * i & 0x7F | (more ? 0x80 : 0));
        }
    }

    private static int width(byte[] bytes, int at) {
        int width = 1;
        while (width < LONGEST && at + width <= bytes.length && bytes[Math.min(at + width, bytes.length) - 1] < 0) {
            width++;
        }
        return width;
    }

    private static long compressed(byte[] bytes, int at) {
        long value = 0;
        for (int i = 0; i < Integer.BYTES + 1 && at + i < bytes.length; i++) {
            value |= (long) (bytes[at + i] & 0x7F) << 7 * i;
            if (bytes[at + i] >= 0) {
                break;
            }
        }
        return value;
    }

    // Names of types, fields and threads are runs of letters: one is made another of the same length.
    private static void name(byte[] bytes, Random random) {
        int at = random.nextInt(bytes.length);
        while (at < bytes.length && !Character.isLetter(bytes[at])) {
            at++;
        }
        byte[] name = Texts.name(random).getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < name.length && at + i < bytes.length && Character.isLetter(bytes[at + i]); i++) {
            bytes[at + i] = name[i];
        }
    }
}
