package io.heddle.watch;

import io.heddle.model.Finding;
import io.heddle.model.Measured;
import io.heddle.waits.StackFrame;
import io.heddle.watch.read.FieldSelection;
import io.heddle.watch.read.Recording;
import io.heddle.watch.signal.Event;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Lays a recording of the service, on threads of whichever kind, beside the findings of a check: which of their
/// places it met, and how long threads waited there. What a recording does not meet may run all the same.
public final class Profile {

    /// What a thread does while it waits. One wait may be written as several of them, one in the other.
    private static final Set<String> WAITS = Set.of(
            "jdk.JavaMonitorEnter",
            "jdk.JavaMonitorWait",
            "jdk.ThreadPark",
            "jdk.ThreadSleep",
            "jdk.SocketRead",
            "jdk.SocketWrite",
            "jdk.FileRead",
            "jdk.FileWrite",
            "jdk.FileForce",
            "jdk.VirtualThreadPinned");
    private static final Set<String> SAMPLES =
            Set.of("jdk.ExecutionSample", "jdk.NativeMethodSample", "jdk.CPUTimeSample");
    private static final String SETTING = "jdk.ActiveSetting";
    private static final Map<String, FieldSelection> WISHES = Stream.of(WAITS, SAMPLES, Set.of(SETTING))
            .flatMap(Set::stream)
            .collect(Collectors.toUnmodifiableMap(
                    type -> type, type -> type.equals(SETTING) ? FieldSelection.PLAIN : FieldSelection.JOINED));
    private static final double SECOND = 1e9;
    private static final int PARTS = 10;
    /// Of a place no more is kept than in which of so many slots it was met, of a tenth of a second or more each.
    private static final int SLOTS = 4_096;
    private static final long LEAST_SLOT = 100_000_000;
    /// What a damaged recording tells of later is passed over, nanoseconds.
    private static final long LONGEST = Duration.ofDays(30).toNanos();

    private final Path file;

    private Profile(Path file) {
        this.file = file;
    }

    /// @throws io.heddle.model.Failure when there is no such file
    public static Profile of(Path file) {
        RecordingFiles.requireFile(file);
        return new Profile(file);
    }

    /// Findings, some of them with what was measured.
    ///
    /// @param notes what the recording can tell, and what it cannot; one sentence each
    public record Told(List<Finding> findings, List<String> notes) {}

    /// @param findings of a check of the recorded service
    /// @throws io.heddle.model.Failure when the file is no recording
    public Told measure(List<Finding> findings) {
        Meeting meeting = new Meeting(findings);
        List<String> notes = new ArrayList<>();
        RecordingFiles.read(file, WISHES, meeting).ifPresent(notes::add);
        List<Finding> measured = new ArrayList<>();
        for (int i = 0; i < findings.size(); i++) {
            Place place = meeting.places.get(i);
            measured.add(
                    place.met.isEmpty()
                            ? findings.get(i)
                            : findings.get(i).measuredAs(place.measured(meeting.seconds(), meeting.slot)));
        }
        notes.add(meeting.sentence(file));
        return new Told(List.copyOf(measured), List.copyOf(notes));
    }

    /// What was met of one finding.
    private static final class Place {

        private final Finding finding;
        private BitSet met = new BitSet();
        private final Map<String, Long> nanos = new HashMap<>();

        Place(Finding finding) {
            this.finding = finding;
        }

        // The method may hold elsewhere too, or call before it holds.
        boolean isCallThatWaits(StackFrame frame) {
            return !finding.path().isEmpty() && finding.path().getFirst().line() == frame.line();
        }

        void doubleSlots() {
            BitSet wider = new BitSet();
            met.stream().forEach(slot -> wider.set(slot / 2));
            met = wider;
        }

        /// @param length of the recording, seconds
        /// @param slot nanoseconds
        Measured measured(double length, long slot) {
            long parts = met.stream()
                    .mapToLong(at -> Math.min(PARTS - 1, (long) (at * slot / SECOND * PARTS / length)))
                    .distinct()
                    .count();
            double waited =
                    nanos.values().stream().mapToLong(Long::longValue).max().orElse(0);
            return new Measured(waited / SECOND * 1_000 / length, (double) parts / PARTS);
        }
    }

    /// Takes the events one by one.
    private static final class Meeting implements Recording.Listener {

        private final List<Place> places;
        /// By class and method.
        private final Map<String, List<Place>> byMethod = new HashMap<>();
        /// A setting names its event by the recording's own number.
        private final Map<String, Long> numbers = new HashMap<>();
        private final Map<Long, String> thresholds = new HashMap<>();
        private final Set<Long> enabled = new HashSet<>();
        private long slot = LEAST_SLOT;
        private long first = Long.MAX_VALUE;
        private long last = Long.MIN_VALUE;

        Meeting(List<Finding> findings) {
            places = findings.stream().map(Place::new).toList();
            places.forEach(place -> byMethod.computeIfAbsent(
                            key(place.finding.type(), place.finding.method()), _ -> new ArrayList<>())
                    .add(place));
        }

        private static String key(String type, String method) {
            return type + '.' + method;
        }

        @Override
        public void chunk(long start, long nanos) {
            window(start, nanos);
        }

        @Override
        public void described(String type, long number) {
            numbers.put(type, number);
        }

        @Override
        public void counted(String type, long events) {
            // every event that is wanted is told
        }

        private void window(long start, long nanos) {
            first = Math.min(first, start);
            last = Math.max(last, start + nanos);
        }

        /// How long the recording is, at least 1.
        double seconds() {
            return Math.clamp((last - first) / SECOND, 1, LONGEST / SECOND);
        }

        @Override
        public void event(Event event) {
            if (event.type().equals(SETTING)) {
                setting(event);
            } else {
                stack(event);
            }
        }

        private void setting(Event event) {
            String value = event.text("value");
            switch (event.text("name")) {
                case "threshold" -> thresholds.put(event.number("id"), value);
                case "enabled" -> {
                    if (value.equals("true")) {
                        enabled.add(event.number("id"));
                    }
                }
                default -> {
                    // tells nothing of what is left out
                }
            }
        }

        private void stack(Event event) {
            window(event.start(), event.nanos());
            long at = event.start() + event.nanos() - first;
            if (at < 0 || at >= LONGEST) {
                return;
            }
            while (at / slot >= SLOTS) {
                slot *= 2;
                places.forEach(Place::doubleSlots);
            }
            Set<Place> waited = new HashSet<>();
            for (StackFrame frame : event.stack()) {
                for (Place place : byMethod.getOrDefault(key(frame.type(), frame.method()), List.of())) {
                    place.met.set((int) (at / slot));
                    if (WAITS.contains(event.type()) && place.isCallThatWaits(frame) && waited.add(place)) {
                        place.nanos.merge(event.type(), event.nanos(), Long::sum);
                    }
                }
            }
        }

        String sentence(Path file) {
            long met = places.stream().filter(place -> !place.met.isEmpty()).count();
            long waited =
                    places.stream().filter(place -> !place.nanos.isEmpty()).count();
            String off = WAITS.stream()
                    .filter(type -> !enabled.isEmpty() && !isEnabled(type))
                    .sorted()
                    .collect(Collectors.joining(", "));
            String least = WAITS.stream()
                    .filter(this::isEnabled)
                    .map(type -> thresholds.getOrDefault(numbers.get(type), ""))
                    .filter(threshold -> !threshold.isEmpty() && !threshold.startsWith("0"))
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining(" or "));
            return String.format(
                            Locale.ROOT,
                            "%s, %.0f s, met %,d of %,d places, %,d of them in waits",
                            file,
                            seconds(),
                            met,
                            places.size(),
                            waited)
                    + (least.isEmpty() ? "" : "; waits shorter than " + least + " are not in it")
                    + (off.isEmpty() ? "" : "; it was made without " + off)
                    + "; what it did not meet may run all the same";
        }

        private boolean isEnabled(String type) {
            return enabled.contains(numbers.getOrDefault(type, -1L));
        }
    }
}
