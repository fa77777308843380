package io.heddle.check.read;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZipTest {

    private static final int DIRECTORY = 0x02014b50;
    private static final int OFFSET = 42;

    /// The directory may say that an entry begins anywhere, also where adding a header's length passes the
    /// greatest number.
    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, Integer.MAX_VALUE - 5, 1_000_000, -1, Integer.MIN_VALUE})
    void anEntryBeyondTheArchiveIsRefused(int offset) throws IOException {
        ByteBuffer bytes = archive();
        int directory = 0;
        while (bytes.getInt(directory) != DIRECTORY) {
            directory++;
        }
        bytes.putInt(directory + OFFSET, offset);
        Zip zip = new Zip(bytes);
        assertTrue(assertThrows(ZipException.class, () -> zip.read(zip.entries().getFirst(), 1 << 20))
                .toString()
                .contains("A.class"));
    }

    /// Nothing is left to be unpacked once archives in the archive have had it all.
    @Test
    void whereThereIsNoRoomLeftNothingIsUnpacked() throws IOException {
        Zip zip = new Zip(archive());
        assertThrows(ZipException.class, () -> zip.read(zip.entries().getFirst(), 0));
        assertThrows(ZipException.class, () -> zip.read(zip.entries().getFirst(), 100));
    }

    private static ByteBuffer archive() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("A.class"));
            zip.write(new byte[10_000]);
        }
        return ByteBuffer.wrap(bytes.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
    }
}
