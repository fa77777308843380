package io.heddle.watch.read;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The bytes of one chunk, with a place in them. Whoever reads beyond the end meets [Damage].
final class Bytes {

    /// An integer has at most nine bytes; the ninth has no mark of another to follow.
    private static final int LONGEST = 9;
    /// Where the bits of the ninth belong.
    private static final int LAST = 56;

    private final byte[] bytes;
    private int at;

    Bytes(byte[] bytes) {
        this.bytes = bytes;
    }

    /// The same bytes, with a place of its own.
    Bytes fork() {
        return new Bytes(bytes);
    }

    int at() {
        return at;
    }

    int length() {
        return bytes.length;
    }

    Bytes go(long place) {
        if (place < 0 || place > bytes.length) {
            throw new Damage("a place outside of the chunk");
        }
        at = (int) place;
        return this;
    }

    /// Whether the bytes of a range are these.
    boolean isSame(int from, int to, byte[] others) {
        return Arrays.equals(bytes, from, to, others, 0, others.length);
    }

    byte[] copy(int from, int to) {
        return Arrays.copyOfRange(bytes, from, to);
    }

    byte one() {
        if (at >= bytes.length) {
            throw new Damage("the chunk ends too early");
        }
        return bytes[at++];
    }

    void pass(long count) {
        if (count < 0 || count > bytes.length - at) {
            throw new Damage("the chunk ends too early");
        }
        at += (int) count;
    }

    /// Integers are written seven bits a byte, the lowest first.
    long integer() {
        byte[] local = bytes;
        int place = at;
        if (place > local.length - LONGEST) {
            return integerAtEnd();
        }
        byte next = local[place++];
        long value = next & 0x7f;
        for (int shift = 7; next < 0 && shift < LAST; shift += 7) {
            next = local[place++];
            value |= (next & 0x7fL) << shift;
        }
        if (next < 0) {
            value |= (local[place++] & 0xffL) << LAST;
        }
        at = place;
        return value;
    }

    /// The same where the bytes may end within it.
    private long integerAtEnd() {
        long value = 0;
        for (int shift = 0; shift < LAST; shift += 7) {
            byte next = one();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        return value | (one() & 0xffL) << LAST;
    }

    /// Goes behind the size of an event.
    ///
    /// @return where the next one begins; -1 when that cannot be told
    int endOfEvent(int place) {
        int most = bytes.length - place;
        try {
            at = place;
            long size = integer();
            return size < 2 || size > most || at >= bytes.length ? -1 : place + (int) size;
        } catch (Damage damage) {
            return -1;
        }
    }

    /// A number of things that each take a byte at least.
    int count() {
        long count = integer();
        if (count < 0 || count > bytes.length - at) {
            throw new Damage("a number of things that cannot be");
        }
        return (int) count;
    }

    /// The hot loop of a reader: most of a recording is integers that nobody asked for.
    void passIntegers(long count) {
        byte[] local = bytes;
        int place = at;
        int end = local.length;
        for (long left = count; left > 0; left--) {
            int most = Math.min(end, place + LONGEST) - 1;
            while (place < most && local[place] < 0) {
                place++;
            }
            place++;
        }
        if (place > end) {
            throw new Damage("the chunk ends too early");
        }
        at = place;
    }

    /// Big-endian, as the header of a chunk has it.
    long fixed() {
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = value << 8 | one() & 0xff;
        }
        return value;
    }

    /// @param length in bytes
    String text(int length, Charset charset) {
        int from = at;
        pass(length);
        return new String(bytes, from, length, charset);
    }

    String utf8() {
        return text(count(), StandardCharsets.UTF_8);
    }
}
