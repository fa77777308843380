package io.heddle.watch;

import io.heddle.model.Figures;
import io.heddle.model.Watch;
import io.heddle.watch.signal.AggregatedHolds;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What the sources at hand cannot show: silence about it means nothing.
final class CoverageGaps {

    private CoverageGaps() {}

    /// Of what nothing can be said, and what to do about it; empty when a probe or a look at the scheduler would have
    /// shown whoever waits, or when a recording had all that is needed.
    static Optional<String> of(Evidence evidence) {
        if (evidence.blind().isPresent() || evidence.source() == Evidence.Source.DUMPS) {
            return evidence.blind();
        }
        if (evidence.source() == Evidence.Source.RECORDING && evidence.account().servingThreads() > 0) {
            return Optional.empty();
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
        return RecordedGaps.ofCarriers(evidence.flight());
    }

    static List<String> notes(Evidence evidence, Watch.State state) {
        List<String> notes = new ArrayList<>(evidence.notes());
        boolean live = evidence.live();
        boolean recorded = evidence.source() == Evidence.Source.RECORDING;
        if (recorded && evidence.flight().metVirtual()) {
            notes.add(
                    "virtual threads that park write no event: a recording shows none of their waits for locks, pools and"
                            + " queues, and from JDK 24 on none for monitors; watch the process itself for those");
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
