package io.heddle.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.watch.read.Recording;
import io.heddle.watch.signal.Event;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Recordings that are made to cost more than their size.
class HostileSizesTest {

    private static final int HEADER = 68;

    @TempDir
    private Path folder;

    @Test
    void aZippedRecordingIsUnzippedSoFarAndNoFurther() throws IOException {
        Path file = folder.resolve("zeros.jfr.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < 64; i++) {
                out.write(new byte[1 << 20]);
            }
        }
        Path whole = folder.resolve("whole");
        assertEquals(RecordingFiles.Unzipped.TOO_LARGE, RecordingFiles.unzip(file, whole, 5 << 20));
        assertEquals(5 << 20, Files.size(whole));
        assertEquals(RecordingFiles.Unzipped.WHOLE, RecordingFiles.unzip(file, whole, 64 << 20));
    }

    /// Each could begin a chunk that was cut off. Read anew for each of them, a MiB at a time, the file would take
    /// 250 GB of reading.
    @Test
    void aFileFullOfHeadersIsReadOnce() throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        header.put(new byte[] {'F', 'L', 'R', 0, 0, 2, 0, 0})
                .putLong(-1)
                .putLong(0)
                .putLong(0);
        header.putLong(1_700_000_000_000_000_000L).putLong(0).putLong(0).putLong(1_000_000_000L);
        byte[] one = header.array();
        one[HEADER - 1] = 1;
        Path file = folder.resolve("headers.jfr");
        int headers = (16 << 20) / HEADER;
        try (OutputStream out = new java.io.BufferedOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < headers; i++) {
                out.write(one);
            }
        }
        Recording.Outcome outcome =
                assertTimeoutPreemptively(Duration.ofSeconds(20), () -> Recording.read(file, Map.of(), new Nobody()));
        assertEquals(0, outcome.chunks());
        assertEquals((long) headers * HEADER, outcome.lost());
        assertTrue(outcome.events() == 0);
    }

    private record Nobody() implements Recording.Listener {

        @Override
        public void chunk(long start, long nanos) {}

        @Override
        public void event(Event event) {}

        @Override
        public void counted(String type, long events) {}
    }
}
