package io.heddle.check.read;

import java.nio.ByteBuffer;
import java.util.zip.ZipException;

/// Where the central directory of a zip archive lies. Of several end records the one counts that the JDK's `ZipFile`
/// takes: the last whose comment reaches to the end of the archive, or that is behind a directory. The Zip64 record
/// stands in for it where its locator is right before it (APPNOTE 4.3.14 to 4.3.16).
///
/// @param first where the first header is
/// @param end behind the last header
/// @param shift what all offsets of the archive are too small by: bytes that stand before it, such as a start script
record ZipDirectory(int first, int end, long shift) {

    private static final int END = 0x06054b50;
    private static final int END_LENGTH = 22;
    private static final int LONGEST_COMMENT = 0xFFFF;
    private static final int END_64 = 0x06064b50;
    private static final int END_64_LENGTH = 56;
    private static final int LOCATOR = 0x07064b50;
    private static final int LOCATOR_LENGTH = 20;
    /// The extra field with the numbers that are too large for a header (APPNOTE 4.5.3).
    private static final int EXTENDED = 1;
    private static final long TOO_LARGE = 0xFFFF_FFFFL;

    /// @param bytes of the archive, little-endian, from position 0 to the limit
    static ZipDirectory of(ByteBuffer bytes) throws ZipException {
        int limit = bytes.limit();
        for (int at = limit - END_LENGTH; at >= Math.max(0, limit - END_LENGTH - LONGEST_COMMENT); at--) {
            if (bytes.getInt(at) == END) {
                boolean whole = at + END_LENGTH + Short.toUnsignedInt(bytes.getShort(at + 20)) == limit;
                ZipDirectory directory = at(bytes, at);
                if (whole && directory.shift < 0) {
                    throw new ZipException("its directory lies outside the file");
                }
                if (whole || directory.shift >= 0 && directory.isOne(bytes)) {
                    return directory;
                }
            }
        }
        throw new ZipException("it has no zip directory: no archive, or only a part of one");
    }

    // The shift is negative where the directory lies outside. All fields are unsigned.
    private static ZipDirectory at(ByteBuffer bytes, int end) {
        long size = Integer.toUnsignedLong(bytes.getInt(end + 12));
        long start = Integer.toUnsignedLong(bytes.getInt(end + 16));
        int end64 = end64(bytes, end);
        if (end64 >= 0) {
            long size64 = bytes.getLong(end64 + 40);
            long start64 = bytes.getLong(end64 + 48);
            if ((size == size64 || size == TOO_LARGE) && (start == start64 || start == TOO_LARGE)) {
                return of(end64, size64, start64);
            }
        }
        return of(end, size, start);
    }

    private static ZipDirectory of(int end, long size, long start) {
        boolean inside = size >= 0 && start >= 0 && size <= end && start <= end - size;
        return inside ? new ZipDirectory((int) (end - size), end, end - size - start) : new ZipDirectory(end, end, -1);
    }

    // The locator has the place in the file of which the archive may be a part: there it is right before the locator.
    private static int end64(ByteBuffer bytes, int end) {
        int locator = end - LOCATOR_LENGTH;
        if (locator < END_64_LENGTH || bytes.getInt(locator) != LOCATOR) {
            return -1;
        }
        long said = bytes.getLong(locator + 8);
        if (said >= 0 && said <= locator - END_64_LENGTH && bytes.getInt((int) said) == END_64) {
            return (int) said;
        }
        int before = locator - END_64_LENGTH;
        return bytes.getInt(before) == END_64 ? before : -1;
    }

    private boolean isOne(ByteBuffer bytes) {
        return end - first >= Integer.BYTES
                && bytes.getInt(first) == Zip.CENTRAL
                && shift + Integer.BYTES <= first
                && bytes.getInt((int) shift) == Zip.LOCAL;
    }

    /// Reads the numbers of an entry that are too large for its header from its extra field.
    ///
    /// @param at where the extra fields are
    /// @param numbers the sizes, unpacked and packed, and the offset as the header has them; set where they are too
    ///     large
    static void widen(ByteBuffer bytes, int at, int length, long[] numbers) {
        int end = at + length;
        int field = at;
        while (field + 4 <= end) {
            int size = Short.toUnsignedInt(bytes.getShort(field + 2));
            if (Short.toUnsignedInt(bytes.getShort(field)) == EXTENDED) {
                int next = field + 4;
                int last = Math.min(end, next + size);
                for (int i = 0; i < numbers.length; i++) {
                    if (numbers[i] == TOO_LARGE && next + Long.BYTES <= last) {
                        numbers[i] = bytes.getLong(next);
                        next += Long.BYTES;
                    }
                }
                return;
            }
            field += 4 + size;
        }
    }
}
