package io.heddle.junit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/// Reads the pins of the one recording of the JVM. A reading takes some milliseconds, and much longer where there are
/// pins to parse.
final class PinRecorder {

    private static final String PINNED = "jdk.VirtualThreadPinned";
    /// Up to JDK 23 these pin too, and the JVM does not say so.
    private static final Set<String> MONITORS = Set.of("jdk.JavaMonitorEnter", "jdk.JavaMonitorWait");
    private static final Set<String> WANTED = wanted();
    /// The JVM had no room for events.
    private static final String LOSS = "jdk.DataLoss";

    private final GuardRecording recording;
    private final Carriers carriers;
    private final ByteArrayOutputStream unread = new ByteArrayOutputStream();
    private Duration threshold;
    private boolean proven;
    private boolean lossy;
    /// The thread of the self-test.
    private volatile long ours;
    /// Whether the numbers of threads in events are those of Java. It was so for the thread of the self-test.
    private boolean knowsThreads;
    private Set<Pin> last = Set.of();

    /// Records every pin, until it is proven that the JVM tells of one.
    PinRecorder(Duration threshold) {
        this.threshold = threshold;
        carriers = new Carriers(threshold);
        recording = new GuardRecording(settings(Duration.ZERO));
    }

    private static Set<String> wanted() {
        Set<String> wanted = new HashSet<>(SelfTest.MONITORS_PIN ? MONITORS : Set.of());
        wanted.add(PINNED);
        return Set.copyOf(wanted);
    }

    private static Map<String, String> settings(Duration shortest) {
        Map<String, String> settings = new HashMap<>();
        for (String name : WANTED) {
            settings.put(name + "#enabled", "true");
            settings.put(name + "#stackTrace", "true");
            settings.put(name + "#threshold", shortest.toNanos() + " ns");
        }
        settings.put(LOSS + "#enabled", "true");
        return Map.copyOf(settings);
    }

    /// Whether nobody ended or changed the recording, and the JVM lost nothing of it, since the last call. If not, it
    /// records again from now on.
    synchronized boolean isIntact() {
        boolean lost = lossy;
        lossy = false;
        if (recording.isIntact()) {
            return !lost;
        }
        recording.restart();
        unread.reset();
        return false;
    }

    /// Looks whether a pin goes on.
    void look() {
        carriers.look();
    }

    /// Pins on purpose.
    void pin() throws InterruptedException {
        ours = SelfTest.pin(carriers::learn);
        carriers.forget();
    }

    /// Whether the JVM told of the pin that was made on purpose. From now on short pins are not recorded.
    synchronized boolean prove() {
        byte[] chunks = recording.chunks();
        knowsThreads = Chunks.threads(ids(Set.of(PINNED)), chunks)
                .filter(threads -> threads.contains(ours))
                .isPresent();
        boolean told = knowsThreads || parse(chunks).stream().anyMatch(PinRecorder::isOurs);
        if (carriers.mayHavePinned()) {
            unread.writeBytes(chunks);
        }
        proven = true;
        recording.set(settings(threshold));
        return told;
    }

    /// Pins of this length or longer are recorded from now on.
    synchronized void lowerThreshold(Duration shortest) {
        if (shortest.compareTo(threshold) < 0) {
            threshold = shortest;
            carriers.setOver(shortest);
            if (proven) {
                recording.set(settings(shortest));
            }
        }
    }

    synchronized Duration threshold() {
        return threshold;
    }

    /// What happened until now is of no interest.
    void forget() {
        carriers.forget();
    }

    /// Whether there may be pins to take.
    boolean mayHavePinned() {
        return carriers.mayHavePinned();
    }

    /// The pins since the last call.
    synchronized List<Pin> take() {
        carriers.forget();
        unread.writeBytes(recording.chunks());
        byte[] chunks = unread.toByteArray();
        unread.reset();
        lossy |= Chunks.threads(ids(Set.of(LOSS)), chunks)
                .filter(threads -> !threads.isEmpty())
                .isPresent();
        List<Pin> pins = hasAny(chunks) ? parse(chunks) : new ArrayList<>();
        pins.removeIf(PinRecorder::isOurs);
        // The end of a chunk and the next look may lie so close together that the chunk is met twice.
        pins.removeAll(last);
        last = Set.copyOf(pins);
        return pins;
    }

    /// Whether any event may be of a virtual thread: other threads wait for monitors too.
    private boolean hasAny(byte[] chunks) {
        if (!knowsThreads) {
            return true;
        }
        Set<Long> known = Carriers.platformThreads();
        return Chunks.threads(ids(WANTED), chunks)
                .map(threads -> threads.stream().anyMatch(thread -> thread != ours && !known.contains(thread)))
                .orElse(true);
    }

    private static boolean isOurs(Pin pin) {
        return pin.threadName().equals(SelfTest.THREAD);
    }

    private static Set<Long> ids(Set<String> types) {
        return FlightRecorder.getFlightRecorder().getEventTypes().stream()
                .filter(type -> types.contains(type.getName()))
                .map(EventType::getId)
                .collect(Collectors.toUnmodifiableSet());
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
            throw GuardRecording.unreadable(e);
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

    private static boolean isPin(RecordedEvent event) {
        String name = event.getEventType().getName();
        return WANTED.contains(name) && (name.equals(PINNED) || isOfVirtualThread(event));
    }

    private static boolean isOfVirtualThread(RecordedEvent event) {
        RecordedThread thread = event.getThread("eventThread");
        return thread != null && thread.isVirtual();
    }
}
