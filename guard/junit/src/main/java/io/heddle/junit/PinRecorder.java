package io.heddle.junit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/// The one recording of the JVM. An event stream delivers once a second; here the recorder's current chunk is ended
/// and read when somebody asks, which takes some milliseconds.
final class PinRecorder {

    private static final String PINNED = "jdk.VirtualThreadPinned";
    /// Up to JDK 23 these pin too, and the JVM does not say so.
    private static final List<String> MONITORS = List.of("jdk.JavaMonitorEnter", "jdk.JavaMonitorWait");
    /// Older chunks are deleted. Each was read long before, unless no virtual thread ran since.
    private static final Duration KEPT = Duration.ofMinutes(10);

    private final Recording recording = new Recording();
    private final Carriers carriers = new Carriers();
    private final Map<String, Long> types = FlightRecorder.getFlightRecorder().getEventTypes().stream()
            .filter(type -> isWanted(type.getName()))
            .collect(Collectors.toUnmodifiableMap(EventType::getName, EventType::getId));
    private volatile Duration threshold;
    private Instant read;
    private Set<Pin> last = Set.of();

    PinRecorder(Duration threshold) {
        this.threshold = threshold;
        recording.setName("heddle-junit");
        recording.setToDisk(true);
        recording.setMaxAge(KEPT);
        enable();
        recording.start();
        read = Instant.now();
    }

    private void enable() {
        recording.enable(PINNED).withThreshold(threshold).withStackTrace();
        if (SelfTest.MONITORS_PIN) {
            MONITORS.forEach(
                    name -> recording.enable(name).withThreshold(threshold).withStackTrace());
        }
    }

    /// Shorter pins are not recorded from now on.
    synchronized void setThreshold(Duration shortest) {
        threshold = shortest;
        enable();
    }

    void lowerThreshold(Duration shortest) {
        if (shortest.compareTo(threshold) < 0) {
            setThreshold(shortest);
        }
    }

    /// The pins since the last call, none where no virtual thread ran.
    synchronized List<Pin> takeIfAnyRan() {
        return carriers.ran() ? take() : List.of();
    }

    private List<Pin> take() {
        byte[] chunks = chunks();
        List<Pin> pins =
                Chunks.have(Set.copyOf(types.values()), chunks).orElse(true) ? parse(chunks) : new ArrayList<>();
        // The end of a chunk and the next look may lie so close together that the chunk is met twice.
        pins.removeAll(last);
        last = Set.copyOf(pins);
        return pins;
    }

    /// Whether the JVM told of any pin since the last call. Nothing is built of the pins, which takes long in a JVM
    /// that
    /// has not read a recording yet.
    synchronized boolean sawOne() {
        byte[] chunks = chunks();
        return Chunks.have(Set.of(types.getOrDefault(PINNED, -1L)), chunks)
                .orElseGet(() -> !parse(chunks).isEmpty());
    }

    /// What was recorded since the last call.
    private byte[] chunks() {
        Instant from = read;
        try (Recording snapshot = FlightRecorder.getFlightRecorder().takeSnapshot();
                InputStream chunks = snapshot.getStream(from, null)) {
            read = Instant.now();
            return chunks == null ? new byte[0] : chunks.readAllBytes();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static List<Pin> parse(byte[] chunks) {
        try {
            Path file = Files.createTempFile("heddle-junit", ".jfr");
            try {
                return pins(Files.write(file, chunks));
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static List<Pin> pins(Path file) throws IOException {
        List<Pin> pins = new ArrayList<>();
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                if (isPin(event)) {
                    pins.add(Pin.of(event));
                }
            }
        }
        return pins;
    }

    private static PinningGuardFailure unreadable(IOException e) {
        return new PinningGuardFailure(
                "the JVM's flight recording could not be read (" + e + ")",
                "make room in the folder for temporary files",
                e);
    }

    private static boolean isPin(RecordedEvent event) {
        String name = event.getEventType().getName();
        return isWanted(name) && (name.equals(PINNED) || isOfVirtualThread(event));
    }

    private static boolean isOfVirtualThread(RecordedEvent event) {
        RecordedThread thread = event.getThread("eventThread");
        return thread != null && thread.isVirtual();
    }

    private static boolean isWanted(String type) {
        return type.equals(PINNED) || SelfTest.MONITORS_PIN && MONITORS.contains(type);
    }
}
