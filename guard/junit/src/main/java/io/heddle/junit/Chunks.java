package io.heddle.junit;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Which threads have events of some types in chunks of a recording. Mostly none of interest has, and the JDK's reader
/// takes long to find that out: it builds all types first, and a JVM must load it.
///
/// A chunk has its length at byte 8, and its events from byte 68 on. Each begins with its length, the number of its
/// type, its start, its duration and its thread, all in base 128 with the lowest seven bits first.
final class Chunks {

    private static final int MAGIC = 0x464c5200;
    private static final int LENGTH = 8;
    private static final int EVENTS = 68;

    private Chunks() {}

    /// Empty where the bytes are not understood.
    static Optional<Set<Long>> threads(Set<Long> types, byte[] bytes) {
        Set<Long> threads = new HashSet<>();
        ByteBuffer chunks = ByteBuffer.wrap(bytes);
        int start = 0;
        while (start + EVENTS <= bytes.length) {
            long end = start + chunks.getLong(start + LENGTH);
            if (chunks.getInt(start) != MAGIC || end < start + EVENTS || end > bytes.length) {
                return Optional.empty();
            }
            int at = start + EVENTS;
            while (at < end) {
                chunks.position(at);
                long length = number(chunks);
                if (length < 2 || length > end - at) {
                    return Optional.empty();
                }
                if (types.contains(number(chunks))) {
                    number(chunks);
                    number(chunks);
                    threads.add(number(chunks));
                }
                at += (int) length;
            }
            start = (int) end;
        }
        return start == bytes.length ? Optional.of(threads) : Optional.empty();
    }

    private static long number(ByteBuffer bytes) {
        long number = 0;
        for (int shift = 0; bytes.hasRemaining(); shift += 7) {
            byte next = bytes.get();
            number |= (next & 0x7fL) << shift;
            if (next >= 0 || shift >= 56) {
                break;
            }
        }
        return number;
    }
}
