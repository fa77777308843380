package io.heddle.watch;

import io.heddle.model.Figures;
import io.heddle.model.Watch;
import io.heddle.watch.signal.Crowd;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What the sources at hand cannot show: silence about it means nothing.
final class Blindness {

    private Blindness() {}

    static List<String> notes(Evidence evidence, Watch.State state) {
        List<String> notes = new ArrayList<>(evidence.notes());
        boolean live = evidence.live();
        if (!live && evidence.flight().feature() >= 24) {
            notes.add(
                    "a recording of JDK 24 or later shows neither lock convoys nor waits for a pool: watch the process itself for those");
        }
        if (!live && state != Watch.State.STUCK) {
            notes.add("a recording shows a pin only once it has ended: a service that hangs may look healthy in it");
        }
        if (evidence.flight().crowdedBelow() > 0) {
            notes.add(String.format(
                    Locale.ROOT,
                    "%,d pins shorter than %s are added up in the table and are not on the time line: there are too many to be kept one by one in %,d MiB of memory",
                    evidence.flight().crowds().stream().mapToLong(Crowd::count).sum(),
                    Figures.millis(evidence.flight().crowdedBelow() / 1e6),
                    Runtime.getRuntime().maxMemory() >> 20));
        }
        if (evidence.probe().isEmpty() && live) {
            notes.add("without --probe a delay is concluded from what holds carriers, not measured");
        }
        return notes;
    }
}
