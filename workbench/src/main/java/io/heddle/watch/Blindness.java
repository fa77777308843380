package io.heddle.watch;

import io.heddle.model.Watch;
import java.util.ArrayList;
import java.util.List;

/// What the sources at hand cannot show: silence about it means nothing.
final class Blindness {

    private Blindness() {
    }

    static List<String> notes(Evidence evidence, Watch.State state) {
        List<String> notes = new ArrayList<>(evidence.notes());
        boolean live = evidence.live();
        if (!live && evidence.flight().feature() >= 24) {
            notes.add("a recording of JDK 24 or later shows neither lock convoys nor waits for a pool: watch the process itself for those");
        }
        if (!live && state != Watch.State.STUCK) {
            notes.add("a recording shows a pin only once it has ended: a service that hangs may look healthy in it");
        }
        if (evidence.probe().isEmpty() && live) {
            notes.add("without --probe a delay is told from what holds carriers, not measured");
        }
        return notes;
    }
}
