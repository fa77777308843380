package io.heddle.check.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/// A zip archive in memory, read by its central directory. The JDK's `ZipFile` reads files only; a jar nested in a jar
/// is a part of one, and is read here where it lies. Safe for threads. Zip64 is read, of archives of up to 2 GiB.
/// Counts
/// of entries are not believed: the entries are counted. Of entries that share bytes the first alone is read.
final class Zip {

    static final int CENTRAL = 0x02014b50;
    static final int LOCAL = 0x04034b50;
    private static final int CENTRAL_LENGTH = 46;
    private static final int LOCAL_LENGTH = 30;
    private static final int STORED = 0;
    private static final int DEFLATED = 8;

    private final ByteBuffer bytes;

    /// @param bytes from position 0 to the limit; not changed
    Zip(ByteBuffer bytes) {
        this.bytes = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /// An entry of the central directory.
    ///
    /// @param compressed length in bytes, negative when it is larger than any archive
    /// @param offset of the local header, negative when it lies outside the archive
    /// @param overlapping whether its bytes begin within those of another entry, or end within the directory
    record Entry(String name, int method, int compressed, int offset, boolean overlapping) {

        private Entry overlaps() {
            return new Entry(name, method, compressed, offset, true);
        }
    }

    /// All entries, in the order of the directory, also those of one name.
    ///
    /// @param most entries that it may have
    /// @throws ZipException when there is no directory, it is damaged, or it has more entries
    List<Entry> entries(int most) throws ZipException {
        ZipDirectory directory = ZipDirectory.of(bytes);
        List<Entry> entries = new ArrayList<>();
        int at = directory.first();
        while (at <= directory.end() - CENTRAL_LENGTH && bytes.getInt(at) == CENTRAL) {
            int nameLength = Short.toUnsignedInt(bytes.getShort(at + 28));
            int extraLength = Short.toUnsignedInt(bytes.getShort(at + 30));
            long next = (long) at
                    + CENTRAL_LENGTH
                    + nameLength
                    + extraLength
                    + Short.toUnsignedInt(bytes.getShort(at + 32));
            if (next > directory.end()) {
                throw new ZipException("its directory ends in the middle of an entry");
            }
            if (entries.size() >= most) {
                throw new ZipException("it has more than " + most + " entries");
            }
            entries.add(entry(at, nameLength, extraLength, directory.shift()));
            at = (int) next;
        }
        if (at != directory.end()) {
            throw new ZipException("its directory is damaged");
        }
        return marked(entries, directory.first());
    }

    private Entry entry(int at, int nameLength, int extraLength, long shift) {
        int extra = at + CENTRAL_LENGTH + nameLength;
        long[] wide = {
            Integer.toUnsignedLong(bytes.getInt(at + 24)),
            Integer.toUnsignedLong(bytes.getInt(at + 20)),
            Integer.toUnsignedLong(bytes.getInt(at + 42))
        };
        ZipDirectory.widen(bytes, extra, extraLength, wide);
        long offset = wide[2] + shift;
        return new Entry(
                name(at + CENTRAL_LENGTH, nameLength),
                bytes.getShort(at + 10),
                wide[1] < 0 || wide[1] > Integer.MAX_VALUE ? -1 : (int) wide[1],
                wide[2] < 0 || offset < 0 || offset > bytes.limit() - LOCAL_LENGTH ? -1 : (int) offset,
                false);
    }

    // Entries that share bytes let a small archive unpack to any size: each byte is read for one entry only.
    private List<Entry> marked(List<Entry> entries, int directory) {
        boolean[] overlapping = new boolean[entries.size()];
        List<Integer> byOffset = IntStream.range(0, entries.size())
                .filter(i -> entries.get(i).offset() >= 0)
                .boxed()
                .sorted(Comparator.comparing(i -> entries.get(i).offset()))
                .toList();
        long taken = 0;
        boolean some = false;
        for (int i : byOffset) {
            Entry entry = entries.get(i);
            long behind = start(entry) + Math.max(0, entry.compressed());
            overlapping[i] = entry.offset() < taken || behind > directory;
            some |= overlapping[i];
            taken = Math.max(taken, behind);
        }
        return !some
                ? entries
                : IntStream.range(0, entries.size())
                        .mapToObj(i -> overlapping[i] ? entries.get(i).overlaps() : entries.get(i))
                        .toList();
    }

    /// Where the content of an entry begins, whose local header lies within the archive.
    private long start(Entry entry) {
        return (long) entry.offset()
                + LOCAL_LENGTH
                + Short.toUnsignedInt(bytes.getShort(entry.offset() + 26))
                + Short.toUnsignedInt(bytes.getShort(entry.offset() + 28));
    }

    private String name(int at, int length) {
        byte[] name = new byte[length];
        bytes.get(at, name);
        return new String(name, StandardCharsets.UTF_8);
    }

    /// The bytes as they are stored.
    ///
    /// @throws ZipException when the entry lies outside the archive
    ByteBuffer stored(Entry entry) throws ZipException {
        int at = entry.offset();
        if (at < 0 || bytes.getInt(at) != LOCAL) {
            throw new ZipException("the entry " + entry.name() + " has no header where the directory says");
        }
        long start = start(entry);
        if (entry.compressed() < 0 || start > bytes.limit() - entry.compressed()) {
            throw new ZipException("the entry " + entry.name() + " ends behind the end of the file");
        }
        if (entry.overlapping()) {
            throw new ZipException("the entry " + entry.name() + " shares bytes with another part of the archive");
        }
        return bytes.slice((int) start, entry.compressed());
    }

    /// An entry's content: a view of the archive where it is stored, a copy where it is compressed.
    ///
    /// @param most bytes that it may have; one that claims or yields more is refused
    /// @throws ZipException when it is damaged, too large, or compressed in a way that jars are not
    ByteBuffer read(Entry entry, int most) throws ZipException {
        ByteBuffer stored = stored(entry);
        return switch (entry.method()) {
            case STORED -> {
                if (stored.remaining() > most) {
                    throw tooLarge(entry, most);
                }
                yield stored;
            }
            case DEFLATED -> ByteBuffer.wrap(inflate(entry, stored, most));
            default ->
                throw new ZipException("the entry " + entry.name() + " is compressed by method " + entry.method()
                        + ", which jars do not use");
        };
    }

    /// Whether the content of an entry takes memory of its own.
    static boolean isCopied(Entry entry) {
        return entry.method() != STORED;
    }

    private static ZipException tooLarge(Entry entry, int most) {
        return new ZipException("the entry " + entry.name() + " is larger than "
                + (most >= 1 << 20 ? (most >> 20) + " MiB" : most + " bytes") + " when unpacked");
    }

    private static byte[] inflate(Entry entry, ByteBuffer stored, int most) throws ZipException {
        try (Inflation inflation = new Inflation()) {
            Inflater inflater = inflation.inflater;
            inflater.setInput(stored);
            // The size that the directory states may be a lie: the buffer follows what really comes.
            byte[] content = new byte[Math.clamp(4L * stored.remaining(), Math.min(512, most), most)];
            int length = 0;
            while (!inflater.finished()) {
                int more = inflater.inflate(content, length, content.length - length);
                length += more;
                if (length == content.length && !inflater.finished()) {
                    if (length >= most) {
                        throw tooLarge(entry, most);
                    }
                    content = java.util.Arrays.copyOf(content, (int) Math.min(most, 2L * length));
                } else if (more == 0 && !inflater.finished()) {
                    throw new ZipException("the entry " + entry.name() + " ends too early");
                }
            }
            return length == content.length ? content : java.util.Arrays.copyOf(content, length);
        } catch (DataFormatException e) {
            throw (ZipException)
                    new ZipException("the entry " + entry.name() + " is damaged: " + e.getMessage()).initCause(e);
        }
    }

    private static final class Inflation implements AutoCloseable {

        private final Inflater inflater = new Inflater(true);

        @Override
        public void close() {
            inflater.end();
        }
    }

    /// The bytes of a view as an array: its own, where it is a view of all of one.
    static byte[] array(ByteBuffer content) throws IOException {
        if (content.hasArray() && content.array().length == content.remaining()) {
            return content.array();
        }
        byte[] array = new byte[content.remaining()];
        content.duplicate().get(array);
        return array;
    }
}
