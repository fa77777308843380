package io.heddle.watch;

import io.heddle.waits.RecordedWaits;
import io.heddle.watch.signal.RecordingWindow;
import io.heddle.watch.signal.WaitEvents;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What a recording could not have shown, and what to do about it.
final class RecordedGaps {

    /// Fewer virtual threads make no queue that anybody would call for help for.
    private static final int CROWD = 5;
    /// Mean threads, and share of the time of requests, of which no event tells: from here on that is more than the
    /// short waits and the wait for a processor that every thread has.
    private static final double LEAST_UNTOLD = 1.5;
    private static final double MUCH = 0.2;

    /// What only events of one type show.
    ///
    /// @param until the last release of the JDK that needs it; 0 for all
    private record Sight(String event, String of, int until) {}

    private static final List<Sight> SIGHTS = List.of(
            new Sight("jdk.VirtualThreadPinned", "pins", 0),
            new Sight("jdk.JavaMonitorEnter", "contended monitors", 23),
            new Sight("jdk.JavaMonitorWait", "Object.wait", 23),
            new Sight("jdk.ExecutionSample", "threads that compute and do not leave", 0),
            new Sight("jdk.NativeMethodSample", "threads in native code", 0),
            new Sight("jdk.ThreadSleep", "sleepers that wake late", 0));

    private RecordedGaps() {}

    /// Of what nothing can be said; empty where the recording had all that is needed.
    static Optional<String> of(RecordingWindow flight, WaitEvents.Told told) {
        boolean platform = !flight.metVirtual() && told.waits().servingThreads() > 0;
        return platform ? ofPlatform(flight, told) : ofCarriers(flight).or(() -> ofVirtual(told.waits()));
    }

    private static Optional<String> ofPlatform(RecordingWindow flight, WaitEvents.Told told) {
        return told.missing().isEmpty()
                ? Optional.empty()
                : ofCarriers(flight)
                        .or(() -> Optional.of("nothing can be said of what requests queue for: the recording was made"
                                + " without " + String.join(", ", told.missing()) + "; switch that on"));
    }

    /// Virtual threads that park write no event. Where the time between the events of a thread is told, it did not.
    private static Optional<String> ofVirtual(RecordedWaits waits) {
        if (waits.untoldVirtual() >= LEAST_UNTOLD && waits.untoldVirtual() >= MUCH * waits.servingThreads()) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "%.0f virtual threads at a time did what no event tells: one that waits for a lock, a pool or a queue"
                            + " writes none; watch the process itself, or give dumps of it",
                    waits.untoldVirtual()));
        }
        return waits.virtual() >= CROWD && 2 * waits.oneEventThreads() > waits.virtual()
                ? Optional.of(
                        "nothing can be said of locks, pools and queues: a virtual thread that waits for one writes"
                                + " no event, and most were told of but once; watch the process itself, or give dumps of it")
                : Optional.empty();
    }

    /// Of what nothing can be said where virtual threads wait for carriers.
    static Optional<String> ofCarriers(RecordingWindow flight) {
        List<Sight> off = SIGHTS.stream()
                .filter(sight -> sight.until() == 0 || flight.feature() > 0 && flight.feature() <= sight.until())
                .filter(sight -> !flight.tells(sight.event()))
                .toList();
        if (!off.isEmpty()) {
            return Optional.of("nothing can be said of " + joined(off, Sight::of)
                    + ": the recording was made without them; switch on " + joined(off, Sight::event));
        }
        return flight.metVirtual()
                ? Optional.empty()
                : Optional.of(
                        flight.tells("jdk.VirtualThreadStart")
                                ? "nothing can be said of virtual threads: the program started none meanwhile; record it"
                                        + " under load, with virtual threads switched on"
                                : "nothing can be said of virtual threads: no event tells of one; switch on"
                                        + " jdk.VirtualThreadStart, and record under load");
    }

    private static String joined(List<Sight> sights, Function<Sight, String> word) {
        return sights.stream().map(word).collect(Collectors.joining(", "));
    }
}
