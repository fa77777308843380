package io.heddle.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChunksTest {

    @TempDir
    private Path folder;

    /// The JDK's own reader tells the types that a recording has.
    @Test
    void itFindsTheTypesThatTheJdksReaderFinds() throws IOException {
        Path file = folder.resolve("a.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.JVMInformation");
            recording.start();
            FlightRecorder.getFlightRecorder().takeSnapshot().close();
            recording.dump(file);
        }
        byte[] bytes = Files.readAllBytes(file);
        Set<Long> there = RecordingFile.readAllEvents(file).stream()
                .map(event -> event.getEventType().getId())
                .collect(Collectors.toSet());
        assertFalse(there.isEmpty());
        for (EventType type : FlightRecorder.getFlightRecorder().getEventTypes()) {
            assertEquals(
                    Optional.of(there.contains(type.getId())),
                    Chunks.threads(Set.of(type.getId()), bytes).map(threads -> !threads.isEmpty()),
                    type::getName);
        }
    }

    @Test
    void itFindsTheThreads() throws IOException, InterruptedException {
        Path file = folder.resolve("a.jfr");
        Object monitor = new Object();
        Thread virtual = Thread.ofVirtual().unstarted(() -> Pins.underNativeFrame(1));
        Thread platform = Thread.ofPlatform().unstarted(() -> Pins.inObjectWait(monitor, 1));
        try (Recording recording = new Recording()) {
            recording.enable("jdk.VirtualThreadPinned").withoutThreshold();
            recording.enable("jdk.JavaMonitorWait").withoutThreshold();
            recording.start();
            virtual.start();
            platform.start();
            virtual.join();
            platform.join();
            recording.dump(file);
        }
        byte[] bytes = Files.readAllBytes(file);
        assertTrue(threads("jdk.VirtualThreadPinned", bytes).contains(virtual.threadId()));
        assertTrue(threads("jdk.JavaMonitorWait", bytes).contains(platform.threadId()));
    }

    private static Set<Long> threads(String type, byte[] bytes) {
        return FlightRecorder.getFlightRecorder().getEventTypes().stream()
                .filter(known -> known.getName().equals(type))
                .map(known -> Chunks.threads(Set.of(known.getId()), bytes).orElseThrow())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatItDoesNotUnderstandIsLeftToTheJdksReader() throws IOException {
        Path file = folder.resolve("a.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            recording.dump(file);
        }
        byte[] bytes = Files.readAllBytes(file);
        Set<Long> none = Set.of(-1L);
        assertEquals(Optional.of(Set.of()), Chunks.threads(none, bytes));
        assertEquals(Optional.of(Set.of()), Chunks.threads(none, new byte[0]));
        assertEquals(Optional.empty(), Chunks.threads(none, Arrays.copyOf(bytes, bytes.length - 1)));
        assertEquals(Optional.empty(), Chunks.threads(none, Arrays.copyOfRange(bytes, 1, bytes.length)));
    }
}
