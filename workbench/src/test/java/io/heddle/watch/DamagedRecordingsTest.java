package io.heddle.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.watch.signal.EventSorter;
import io.heddle.watch.signal.RecordingWindow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// What can be read of a damaged recording is read, and the rest is said. Many more mutants: `./dev fuzz-watch`.
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DamagedRecordingsTest {

    private static final int MUTANTS = 500;

    @TempDir
    private Path folder = Path.of("");

    private List<byte[]> originals = List.of();

    @BeforeAll
    void record(@TempDir Path own) throws Exception {
        originals = DamagedRecordings.originals(own);
    }

    @Test
    void noMutantCrashesTheWatch() throws Exception {
        DamagedRecordings.Outcome outcome = DamagedRecordings.run(originals, folder, MUTANTS, 1);
        // Half of so small a recording describes types, and without these nothing of it can be read.
        assertTrue(
                Math.min(Math.min(outcome.whole(), outcome.parts()), outcome.refused()) > MUTANTS / 20,
                outcome::toString);
    }

    @Test
    void theEventsBeforeACutAreRead() throws IOException {
        for (byte[] original : originals) {
            RecordingWindow whole = new RecordingWindow();
            assertEquals(List.of(), read(original, whole));
            RecordingWindow half = new RecordingWindow();
            List<String> notes = read(Arrays.copyOf(original, original.length * 3 / 4), half);
            assertTrue(notes.getFirst().contains("cut off"), notes::toString);
            assertTrue(half.events() > whole.events() / 10, half.events() + " of " + whole.events());
        }
    }

    /// Wherever it is: between two events as well.
    @Test
    void aCutIsToldOf() throws IOException {
        for (byte[] original : originals) {
            for (int end = original.length - 200; end < original.length; end++) {
                assertFalse(
                        read(Arrays.copyOf(original, end), new RecordingWindow())
                                .isEmpty(),
                        original.length - end + " bytes missing");
            }
        }
    }

    @Test
    void oneDamagedChunkLeavesTheNextOneWhole() throws IOException {
        for (byte[] original : originals) {
            byte[] both = Arrays.copyOf(original, original.length * 2);
            System.arraycopy(original, 0, both, original.length, original.length);
            Arrays.fill(both, 0, original.length / 2, (byte) 0x55);
            RecordingWindow whole = new RecordingWindow();
            read(original, whole);
            RecordingWindow second = new RecordingWindow();
            List<String> notes = read(both, second);
            assertEquals(whole.events(), second.events());
            assertFalse(notes.isEmpty());
        }
    }

    @Test
    void aRecordingIsReadWhileItIsWritten() throws Exception {
        Path repository = Files.createDirectory(folder.resolve("repository"));
        try (Holding holding = Holding.start(
                        25,
                        folder,
                        "upcall",
                        60,
                        "-XX:StartFlightRecording=settings=profile",
                        "-XX:FlightRecorderOptions=repository=" + repository)
                .ready()) {
            RecordingWindow flight = new RecordingWindow();
            long end = System.nanoTime() + 60_000_000_000L;
            while ((flight.events() < 20 || flight.feature() == 0) && System.nanoTime() < end) {
                Thread.sleep(200);
                flight = new RecordingWindow();
                readUnfinished(repository, flight);
            }
            assertTrue(flight.events() >= 20 && holding.alive(), "saw " + flight.events());
            assertEquals(25, flight.feature(), "saw " + flight.events());
        }
    }

    private static void readUnfinished(Path repository, RecordingWindow flight) throws IOException {
        try (Stream<Path> files = Files.walk(repository)) {
            for (Path file : files.filter(path ->
                            path.toString().endsWith(".jfr") && path.toFile().length() > 0)
                    .toList()) {
                RecordingFiles.read(List.of(file), new EventSorter(flight));
            }
        } catch (io.heddle.model.Failure tooEarly) {
            // nothing that could be read has been written yet
        }
    }

    private List<String> read(byte[] bytes, RecordingWindow flight) throws IOException {
        return RecordingFiles.read(List.of(Files.write(folder.resolve("damaged.jfr"), bytes)), new EventSorter(flight));
    }
}
