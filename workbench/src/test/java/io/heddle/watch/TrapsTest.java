package io.heddle.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Watch;
import io.heddle.watch.signal.EventSorter;
import io.heddle.watch.signal.RecordingWindow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where the flight recorder tells something else than it seems to: each shown on a recording in which it does.
@Tag("slow")
class TrapsTest {

    private static final long MILLI = 1_000_000;

    @TempDir
    private Path folder = Path.of("");

    /// `MethodTrace` loses a slice in which the thread wrote an event of its own; `MethodTiming` counts them all,
    /// and writes the least number there is where nothing was called.
    @Test
    void slicesAreCountedThoughTracingLosesThem() throws Exception {
        Path file = Holding.record(25, folder, "cpu", 2, "settings=" + settings("jdk.ThreadSleep", "0 ns"));
        RecordingWindow flight = new RecordingWindow();
        assertEquals(List.of(), RecordingFiles.read(List.of(file), new EventSorter(flight)));
        assertTrue(flight.longestSlice() >= 50 * MILLI, "longest slice " + flight.longestSlice());
        assertTrue(flight.mounts() >= 20, "mounts " + flight.mounts());
        List<Long> averages = events(file, "jdk.MethodTiming")
                .map(event -> event.getLong("average"))
                .toList();
        assertTrue(averages.contains(Long.MIN_VALUE), averages::toString);
        assertEquals(0, flight.handOvers());
    }

    /// An unmounted wait of JDK 25 is written with some 20 ns, a stack without code, and holds nobody.
    @Test
    void anUnmountedWaitIsNoHold() throws Exception {
        Path file =
                Holding.record(25, folder, "object-wait", 1.5, "settings=" + settings("jdk.JavaMonitorWait", "0 ns"));
        assertTrue(events(file, "jdk.JavaMonitorWait")
                .anyMatch(event -> event.getThread() != null
                        && event.getThread().isVirtual()
                        && event.getDuration().toNanos() < MILLI));
        Watch watch = FileWatch.run(List.of(file), Recordings.HOMES, "test", List.of());
        assertEquals(List.of(), watch.holders(), () -> KnownAnswersTest.show(watch));
    }

    private static Stream<RecordedEvent> events(Path file, String type) throws Exception {
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(type));
    }

    private Path settings(String event, String threshold) throws Exception {
        return Files.writeString(folder.resolve("own.jfc"), """
                <?xml version="1.0" encoding="UTF-8"?>
                <configuration version="2.0" label="own">
                  <event name="%s"><setting name="enabled">true</setting><setting name="threshold">%s</setting><setting name="stackTrace">true</setting></event>
                  <event name="jdk.MethodTiming"><setting name="enabled">true</setting><setting name="period">endChunk</setting>
                    <setting name="filter">java.lang.VirtualThread::runContinuation;java.lang.VirtualThread::unblock</setting></event>
                </configuration>
                """.formatted(event, threshold));
    }
}
