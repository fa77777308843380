package io.heddle.watch.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.watch.Recordings;
import io.heddle.watch.signal.Event;
import io.heddle.watch.signal.Frames;
import io.heddle.watch.signal.StreamedEvent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Heddle's reader tells of each event what the JDK's own tells.
@Tag("slow")
class RecordingTest {

    private static final List<String> TYPES = List.of(
            "jdk.VirtualThreadPinned",
            "jdk.JavaMonitorWait",
            "jdk.ThreadSleep",
            "jdk.ExecutionSample",
            "jdk.NativeMethodSample",
            "jdk.InitialSystemProperty",
            "jdk.CPUInformation",
            "jdk.ActiveSetting",
            "jdk.JVMInformation",
            "jdk.GCPhasePause");

    @ParameterizedTest
    @ValueSource(ints = {21, 25})
    void tellsWhatTheReaderOfTheJdkTells(int jdk, @TempDir Path folder) throws Exception {
        Path file = Recordings.record(jdk, folder, "upcall", 1.5);
        List<String> expected = new ArrayList<>();
        Map<String, Integer> seen = new HashMap<>();
        Frames frames = new Frames();
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            if (TYPES.contains(event.getEventType().getName())) {
                expected.add(told(new StreamedEvent(event, frames)));
                seen.merge(event.getEventType().getName(), 1, Integer::sum);
            }
        }
        Map<String, FieldSelection> wishes = new HashMap<>();
        TYPES.forEach(type -> wishes.put(type, FieldSelection.JOINED));
        wishes.put("jdk.ClassLoad", FieldSelection.COUNTED);
        Told told = new Told(new ArrayList<>());
        Recording.Outcome outcome = Recording.read(file, wishes, told);
        assertEquals(0, outcome.lost());
        assertEquals(
                expected.stream().sorted().toList(),
                told.events.stream().sorted().toList());
        assertTrue(
                seen.getOrDefault("jdk.VirtualThreadPinned", 0) > 3
                        && seen.getOrDefault("jdk.InitialSystemProperty", 0) > 3,
                seen::toString);
    }

    private record Told(List<String> events) implements Recording.Listener {

        @Override
        public void chunk(long start, long nanos) {
            assertTrue(nanos > 0);
        }

        @Override
        public void event(Event event) {
            events.add(told(event));
        }

        @Override
        public void counted(String type, long count) {
            assertTrue(count > 0);
        }
    }

    private static String told(Event event) {
        return String.join(
                " ",
                event.type(),
                String.valueOf(event.typeNumber()),
                String.valueOf(event.start()),
                String.valueOf(event.nanos()),
                event.thread("eventThread").toString(),
                event.thread("sampledThread").toString(),
                event.text("key"),
                event.text("value"),
                event.text("jvmVersion"),
                event.text("pinnedReason"),
                String.valueOf(event.number("hwThreads")),
                String.valueOf(event.span("time")),
                event.stack().toString());
    }
}
