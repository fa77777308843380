package io.heddle.junit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
    private final Set<Long> types = FlightRecorder.getFlightRecorder().getEventTypes().stream()
            .filter(type -> isWanted(type.getName()))
            .map(EventType::getId)
            .collect(Collectors.toUnmodifiableSet());
    private Duration threshold;
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

    synchronized void lowerThreshold(Duration shortest) {
        if (shortest.compareTo(threshold) < 0) {
            setThreshold(shortest);
        }
    }

    /// The pins since the last call, none where no virtual thread ran.
    synchronized List<Pin> takeIfAnyRan() {
        return carriers.ran() ? take() : List.of();
    }

    /// The pins since the last call.
    synchronized List<Pin> take() {
        Instant from = read;
        List<Pin> pins = new ArrayList<>();
        try (Recording snapshot = FlightRecorder.getFlightRecorder().takeSnapshot();
                InputStream chunks = snapshot.getStream(from, null)) {
            read = Instant.now();
            byte[] bytes = chunks == null ? new byte[0] : chunks.readAllBytes();
            if (Chunks.mayHave(types, bytes)) {
                pins.addAll(parse(bytes));
            }
        } catch (IOException e) {
            throw new PinningGuardFailure(
                    "the JVM's flight recording could not be read (" + e + ")",
                    "make room in the folder for temporary files",
                    e);
        }
        // The end of a chunk and the next look may lie so close together that the chunk is met twice.
        pins.removeAll(last);
        last = Set.copyOf(pins);
        return pins;
    }

    private static List<Pin> parse(byte[] chunks) throws IOException {
        Path file = Files.createTempFile("heddle-junit", ".jfr");
        try {
            Files.write(file, chunks);
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
        } finally {
            Files.delete(file);
        }
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
