package io.heddle.watch.live;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What remains of a recording whose JVM died: a real one, made to look as the stream leaves it.
@Tag("slow")
class ChunksTest {

    private static final int HEADER = 68;
    private static final int STATE_AT = 64;

    @Test
    void whatWasFlushedIsKeptAsOneWholeRecording(@TempDir Path folder) throws Exception {
        byte[] chunk = chunk(folder);
        Path arriving = Files.createDirectory(folder.resolve("arriving"));
        Files.write(arriving.resolve("2026_11_21_10_00_00.jfr"), chunk);
        Files.write(arriving.resolve("2026_11_21_10_00_00_01.jfr"), unfinished(chunk));
        Files.write(arriving.resolve("2026_11_21_10_00_02.jfr"), Arrays.copyOf(chunk, HEADER));
        Files.write(arriving.resolve("2026_11_21_10_00_03.jfr"), new byte[3]);
        List<Path> held = Chunks.held(arriving, Files.createDirectory(folder.resolve("held")));
        for (Path original : held) {
            Files.delete(arriving.resolve(original.getFileName()));
        }
        Path file = folder.resolve("kept.jfr");
        assertEquals(2L * chunk.length, Chunks.join(held, file));
        byte[] kept = Files.readAllBytes(file);
        assertArrayEquals(chunk, Arrays.copyOf(kept, chunk.length));
        assertArrayEquals(chunk, Arrays.copyOfRange(kept, chunk.length, kept.length));
        assertFalse(RecordingFile.readAllEvents(file).isEmpty());
    }

    @Test
    void beforeTheFirstFlushThereIsNothing(@TempDir Path folder) throws Exception {
        assertEquals(
                0,
                Chunks.join(
                        List.of(Files.write(folder.resolve("a.jfr"), new byte[HEADER])), folder.resolve("kept.jfr")));
    }

    /// Marked as still being written, and with events behind the last flush.
    private static byte[] unfinished(byte[] chunk) {
        byte[] longer = Arrays.copyOf(chunk, chunk.length + 100);
        longer[STATE_AT] = 3;
        return longer;
    }

    /// The first chunk of a recording of the JVM that runs the test.
    private static byte[] chunk(Path folder) throws Exception {
        Path whole = folder.resolve("whole.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.JVMInformation").with("period", "beginChunk");
            recording.start();
            recording.stop();
            recording.dump(whole);
        }
        byte[] bytes = Files.readAllBytes(whole);
        return Arrays.copyOf(bytes, Math.toIntExact(ByteBuffer.wrap(bytes).getLong(8)));
    }
}
