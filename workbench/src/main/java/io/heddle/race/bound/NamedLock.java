package io.heddle.race.bound;

import io.heddle.model.Holder;
import io.heddle.model.Verdict;
import java.util.Optional;

/// Gives a limit that lets one request through at a time the name of the code that was met while it held a
/// monitor.
public final class NamedLock {

    /// How [Bounds#describe] speaks of it.
    static final String UNNAMED = "something that lets one request through at a time";

    private NamedLock() {}

    public static Verdict of(Verdict verdict) {
        Optional<Holder> monitor = verdict.holders().stream()
                .map(culprit -> culprit.holder())
                .filter(holder -> holder.cause() == Holder.Cause.MONITOR)
                .findFirst();
        if (!verdict.limit().kind().equals("lock") || monitor.isEmpty()) {
            return verdict;
        }
        String place = monitor.orElseThrow().place();
        return new Verdict(
                verdict.workload(),
                verdict.kind(),
                verdict.text().replace(UNNAMED, "the monitor of " + place),
                new Verdict.Limit("lock", place, verdict.limit().bound()),
                verdict.culprits(),
                verdict.holders(),
                verdict.notes());
    }
}
