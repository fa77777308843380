package io.heddle.check.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.fuzz.RawZip;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
    private static final int END_64 = 0x06064b50;
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

    /// A reader that knows the classic end record alone finds nothing in it.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void zip64IsRead(boolean compressed) throws IOException {
        byte[] bytes = new RawZip(true, compressed)
                .add("A.class", new byte[] {1, 2, 3})
                .add("B.class", new byte[1_000])
                .bytes();
        assertEquals(List.of("A.class 3", "B.class 1000"), read(bytes));
    }

    /// The locator has the place in the file, of which the archive may be a part: some tools count what stands before
    /// it, others do not.
    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void bytesBeforeTheArchiveShiftIt(boolean zip64, boolean adjusted) throws IOException {
        byte[] bytes = new RawZip(zip64, true)
                .add("A.class", new byte[] {1, 2, 3})
                .bytes("#!/bin/sh\nexec java -jar $0\n".getBytes(StandardCharsets.UTF_8), adjusted);
        assertEquals(List.of("A.class 3"), read(bytes));
    }

    /// More entries than the classic end record can count.
    @Test
    void moreThan65535EntriesAreRead() throws IOException {
        RawZip zip = new RawZip(true, false);
        for (int i = 0; i < 70_000; i++) {
            zip.add(i + ".txt", new byte[0]);
        }
        assertEquals(
                70_000,
                new Zip(ByteBuffer.wrap(zip.bytes())).entries(Allowance.ENTRIES).size());
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, 0xFFFF_FFFFL})
    void aNumberOfZip64ThatLiesAnywhereIsRefused(long number) throws IOException {
        byte[] original = new RawZip(true, true).add("A.class", new byte[100]).bytes();
        int directory = find(ByteBuffer.wrap(original).order(ByteOrder.LITTLE_ENDIAN), DIRECTORY);
        int numbers = directory + HEADER + "A.class".length() + 4;
        for (int at : new int[] {numbers + 8, numbers + 16}) {
            ByteBuffer bytes = ByteBuffer.wrap(original.clone()).order(ByteOrder.LITTLE_ENDIAN);
            bytes.putLong(at, number);
            Zip zip = new Zip(bytes);
            assertThrows(ZipException.class, () -> zip.read(zip.entries(MOST).getFirst(), 1 << 20));
        }
        int end = find(ByteBuffer.wrap(original).order(ByteOrder.LITTLE_ENDIAN), END_64);
        for (int at : new int[] {end + 40, end + 48}) {
            ByteBuffer bytes = ByteBuffer.wrap(original.clone()).order(ByteOrder.LITTLE_ENDIAN);
            bytes.putLong(at, number);
            Zip zip = new Zip(bytes);
            assertThrows(ZipException.class, () -> zip.entries(MOST));
        }
    }

    /// A comment may look like an end record. The JDK takes the record whose comment ends with the archive.
    @Test
    void anEndRecordInAnotherOnesCommentIsNone() throws IOException {
        byte[] archive = new RawZip(false, true).add("A.class", new byte[3]).bytes();
        byte[] comment = new RawZip(false, true).add("B.class", new byte[3]).bytes();
        ByteBuffer both = ByteBuffer.allocate(archive.length + comment.length + 1)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(archive)
                .put(comment)
                .putShort(archive.length - 2, (short) (comment.length + 1));
        // The record in the comment says that a directory is before it, and no entry where that says.
        both.putInt(archive.length + comment.length - 6, 1);
        assertEquals(List.of("A.class 3"), read(both.array()));
    }

    private static List<String> read(byte[] bytes) throws IOException {
        Zip zip = new Zip(ByteBuffer.wrap(bytes));
        List<String> read = new ArrayList<>();
        for (Zip.Entry entry : zip.entries(MOST)) {
            read.add(entry.name() + " " + zip.read(entry, 1 << 20).remaining());
        }
        return read;
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
