package io.heddle.watch;

import io.heddle.model.Figures;
import io.heddle.model.Watch;
import io.heddle.watch.signal.AggregatedHolds;
import io.heddle.watch.signal.RecordingWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What the sources at hand cannot show: silence about it means nothing.
final class CoverageGaps {

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

    private CoverageGaps() {}

    /// Of what nothing can be said, and what to do about it; empty when a probe or a look at the scheduler would have
    /// shown whoever waits, or when a recording had all that is needed.
    static Optional<String> of(Evidence evidence) {
        if (evidence.blind().isPresent() || evidence.source() == Evidence.Source.DUMPS) {
            return evidence.blind();
        }
        if (evidence.probe().isPresent() || !evidence.queued().isEmpty()) {
            return Optional.empty();
        }
        if (evidence.live()) {
            return evidence.unread().contains("the flight recorder") && !evidence.dumpsTellOfCarriers()
                    ? Optional.of("nothing can be said of waits for a carrier: the flight recorder of the process could"
                            + " not be read; let it record itself with jcmd PID JFR.start, or watch it with --probe")
                    : Optional.empty();
        }
        RecordingWindow flight = evidence.flight();
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

    static List<String> notes(Evidence evidence, Watch.State state) {
        List<String> notes = new ArrayList<>(evidence.notes());
        boolean live = evidence.live();
        boolean recorded = evidence.source() == Evidence.Source.RECORDING;
        if (recorded && evidence.flight().feature() >= 24) {
            notes.add(
                    "a recording of JDK 24 or later shows neither lock convoys nor waits for a pool: watch the process itself for those");
        }
        if (recorded && state != Watch.State.STUCK) {
            notes.add("a recording shows a pin only once it has ended: a service that hangs may look healthy in it");
        }
        if (evidence.flight().crowdedBelow() > 0) {
            notes.add(String.format(
                    Locale.ROOT,
                    "%,d pins shorter than %s are added up in the table and are not on the time line: there are too many to be kept one by one in %,d MiB of memory",
                    evidence.flight().crowds().stream()
                            .mapToLong(AggregatedHolds::count)
                            .sum(),
                    Figures.millis(evidence.flight().crowdedBelow() / 1e6),
                    Runtime.getRuntime().maxMemory() >> 20));
        }
        if (evidence.probe().isEmpty() && live) {
            notes.add("without --probe a delay is concluded from what holds carriers, not measured");
        }
        return notes;
    }
}
