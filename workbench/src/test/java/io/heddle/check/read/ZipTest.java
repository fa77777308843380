package io.heddle.check.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ZipTest {

    private static final int DIRECTORY = 0x02014b50;
    private static final int OFFSET = 42;
    private static final int HEADER = 46;
    private static final int LENGTH = 20;
    /// What the JDK writes behind an entry whose length it did not know.
    private static final int DESCRIPTOR = 16;
    private static final int END = 0x06054b50;
    private static final int SIZE_OF_DIRECTORY = 12;
    private static final int START_OF_DIRECTORY = 16;
    private static final int MOST = 1_000;

    /// The directory may say that an entry begins anywhere, also where adding a header's length passes the
    /// greatest number.
    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, Integer.MAX_VALUE - 5, 1_000_000, -1, Integer.MIN_VALUE})
    void anEntryBeyondTheArchiveIsRefused(int offset) throws IOException {
        ByteBuffer bytes = archive();
        bytes.putInt(find(bytes, DIRECTORY) + OFFSET, offset);
        Zip zip = new Zip(bytes);
        assertTrue(assertThrows(
                        ZipException.class, () -> zip.read(zip.entries(MOST).getFirst(), 1 << 20))
                .toString()
                .contains("A.class"));
    }

    /// Nothing is left to be unpacked once archives in the archive have had it all.
    @Test
    void whereThereIsNoRoomLeftNothingIsUnpacked() throws IOException {
        Zip zip = new Zip(archive());
        assertThrows(ZipException.class, () -> zip.read(zip.entries(MOST).getFirst(), 0));
        assertThrows(ZipException.class, () -> zip.read(zip.entries(MOST).getFirst(), 100));
    }

    /// The two fields are unsigned, and their sum passes the greatest number of an int.
    @ParameterizedTest
    @CsvSource({
        "2147483647, 2147483647",
        "2147483647, -2147483547",
        "-1, 1",
        "-2147483648, -2147483648",
        "-1, -1",
        "0, -1",
        "1, 2147483647"
    })
    void aDirectoryBeyondTheArchiveIsRefused(int size, int start) throws IOException {
        ByteBuffer bytes = archive();
        int end = find(bytes, END);
        bytes.putInt(end + SIZE_OF_DIRECTORY, size).putInt(end + START_OF_DIRECTORY, start);
        Zip zip = new Zip(bytes);
        assertThrows(ZipException.class, () -> zip.entries(MOST));
    }

    @Test
    void aDirectoryWithTooManyEntriesIsRefused() throws IOException {
        Zip zip = new Zip(archive("A.class", "B.class"));
        assertEquals(2, zip.entries(2).size());
        assertThrows(ZipException.class, () -> zip.entries(1));
    }

    /// A small archive that unpacks to any size lets its entries share bytes.
    @Test
    void ofEntriesThatShareBytesTheFirstAloneIsRead() throws IOException {
        ByteBuffer bytes = archive("A.class", "B.class", "C.class");
        int first = find(bytes, DIRECTORY);
        int second = first + HEADER + "A.class".length();
        bytes.putInt(second + OFFSET, bytes.getInt(first + OFFSET));
        Zip zip = new Zip(bytes);
        List<Zip.Entry> entries = zip.entries(MOST);
        assertEquals(10_000, zip.read(entries.getFirst(), 1 << 20).remaining());
        assertEquals(10_000, zip.read(entries.getLast(), 1 << 20).remaining());
        assertTrue(assertThrows(ZipException.class, () -> zip.read(entries.get(1), 1 << 20))
                .toString()
                .contains("shares bytes"));
    }

    @Test
    void anEntryThatReachesIntoTheDirectoryIsRefused() throws IOException {
        ByteBuffer bytes = archive();
        int directory = find(bytes, DIRECTORY);
        bytes.putInt(directory + LENGTH, bytes.getInt(directory + LENGTH) + DESCRIPTOR + 1);
        Zip zip = new Zip(bytes);
        assertThrows(ZipException.class, () -> zip.read(zip.entries(MOST).getFirst(), 1 << 20));
    }

    @Test
    void whatIsStoredIsAsLargeAsWhatIsUnpacked() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.setMethod(ZipOutputStream.STORED);
            ZipEntry entry = new ZipEntry("A.class");
            entry.setSize(100);
            CRC32 sum = new CRC32();
            sum.update(new byte[100]);
            entry.setCrc(sum.getValue());
            zip.putNextEntry(entry);
            zip.write(new byte[100]);
        }
        Zip zip = new Zip(ByteBuffer.wrap(bytes.toByteArray()));
        Zip.Entry entry = zip.entries(MOST).getFirst();
        assertEquals(100, zip.read(entry, 100).remaining());
        assertThrows(ZipException.class, () -> zip.read(entry, 99));
    }

    private static int find(ByteBuffer bytes, int signature) {
        int at = 0;
        while (bytes.getInt(at) != signature) {
            at++;
        }
        return at;
    }

    private static ByteBuffer archive(String... names) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(new byte[10_000]);
            }
        }
        return ByteBuffer.wrap(bytes.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ByteBuffer archive() throws IOException {
        return archive("A.class");
    }
}
