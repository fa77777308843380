package io.heddle.check.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/// A zip archive in memory, read by its central directory. The JDK's `ZipFile` reads files only; a jar nested in a jar
/// is a part of one, and is read here where it lies. Safe for threads. Archives of more than 2 GiB or 65,534 entries
/// (ZIP64) are refused, except that a count of entries too large for its field is not believed but counted.
final class Zip {

    private static final int END = 0x06054b50;
    private static final int CENTRAL = 0x02014b50;
    private static final int LOCAL = 0x04034b50;
    private static final int END_LENGTH = 22;
    private static final int CENTRAL_LENGTH = 46;
    private static final int LOCAL_LENGTH = 30;
    private static final int LONGEST_COMMENT = 0xFFFF;
    private static final int STORED = 0;
    private static final int DEFLATED = 8;

    private final ByteBuffer bytes;

    /// @param bytes from position 0 to the limit; not changed
    Zip(ByteBuffer bytes) {
        this.bytes = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /// An entry of the central directory.
    ///
    /// @param compressed length in bytes
    /// @param offset of the local header
    record Entry(String name, int method, int compressed, int offset) {}

    /// All entries, in the order of the directory.
    ///
    /// @throws ZipException when there is no directory, or it is damaged
    List<Entry> entries() throws ZipException {
        int end = end();
        int size = bytes.getInt(end + 12);
        int start = bytes.getInt(end + 16);
        // What stands before the first header, such as a start script, shifts all offsets.
        int shift = end - size - start;
        if (size < 0 || start < 0 || shift < 0) {
            throw new ZipException("its directory lies outside the file");
        }
        List<Entry> entries = new ArrayList<>();
        int at = start + shift;
        while (at + CENTRAL_LENGTH <= end && bytes.getInt(at) == CENTRAL) {
            int nameLength = Short.toUnsignedInt(bytes.getShort(at + 28));
            int next = at
                    + CENTRAL_LENGTH
                    + nameLength
                    + Short.toUnsignedInt(bytes.getShort(at + 30))
                    + Short.toUnsignedInt(bytes.getShort(at + 32));
            if (next > end) {
                throw new ZipException("its directory ends in the middle of an entry");
            }
            entries.add(new Entry(
                    name(at + CENTRAL_LENGTH, nameLength),
                    bytes.getShort(at + 10),
                    bytes.getInt(at + 20),
                    bytes.getInt(at + 42) + shift));
            at = next;
        }
        if (at != end && entries.isEmpty() && size != 0) {
            throw new ZipException("its directory is damaged");
        }
        return entries;
    }

    private int end() throws ZipException {
        int limit = bytes.limit();
        for (int at = limit - END_LENGTH; at >= Math.max(0, limit - END_LENGTH - LONGEST_COMMENT); at--) {
            if (bytes.getInt(at) == END) {
                return at;
            }
        }
        throw new ZipException("it has no zip directory: no archive, or only a part of one");
    }

    private String name(int at, int length) {
        byte[] name = new byte[length];
        bytes.get(at, name);
        return new String(name, StandardCharsets.UTF_8);
    }

    /// The bytes as they are stored.
    ///
    /// @throws ZipException when the entry lies outside the archive
    private ByteBuffer stored(Entry entry) throws ZipException {
        int at = entry.offset();
        if (at < 0 || at > bytes.limit() - LOCAL_LENGTH || bytes.getInt(at) != LOCAL) {
            throw new ZipException("the entry " + entry.name() + " has no header where the directory says");
        }
        long start = (long) at
                + LOCAL_LENGTH
                + Short.toUnsignedInt(bytes.getShort(at + 26))
                + Short.toUnsignedInt(bytes.getShort(at + 28));
        if (entry.compressed() < 0 || start > bytes.limit() - entry.compressed()) {
            throw new ZipException("the entry " + entry.name() + " ends behind the end of the file");
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
            case STORED -> stored;
            case DEFLATED -> ByteBuffer.wrap(inflate(entry, stored, most));
            default ->
                throw new ZipException("the entry " + entry.name() + " is compressed by method " + entry.method()
                        + ", which jars do not use");
        };
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
                        throw new ZipException(
                                "the entry " + entry.name() + " is larger than " + (most >> 20) + " MiB when unpacked");
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
