package io.heddle.model;

import java.util.ArrayList;
import java.util.List;

/// Who waits for whom where virtual threads do not leave their carriers.
///
/// @param held carriers, each with the thread that keeps it
/// @param waiters further threads that wait for a lock of those, and have no carrier
/// @param unstarted virtual threads that were started and have never run
public record WaitGraph(List<Held> held, List<Waiter> waiters, long unstarted) {

    public static final WaitGraph NONE = new WaitGraph(List.of(), List.of(), 0);

    /// A carrier that its virtual thread does not leave.
    ///
    /// @param carrier its name
    /// @param thread as people see it
    /// @param place the code that keeps it
    /// @param lock that the thread waits for; empty when it waits for none that is known
    public record Held(String carrier, String thread, String place, String lock) {}

    /// A virtual thread without a carrier.
    ///
    /// @param thread as people see it
    /// @param lock that it waits for
    public record Waiter(String thread, String lock) {}

    public boolean isEmpty() {
        return held.isEmpty();
    }

    /// A sentence for each that waits.
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        held.forEach(one -> lines.add(one.carrier + " carries " + one.thread + ", which does not leave it in "
                + one.place + (one.lock.isEmpty() ? "" : " and waits for " + one.lock)));
        waiters.forEach(one -> lines.add(one.thread + " waits for " + one.lock
                + " too, without a carrier: if it is next to get it, it cannot run"));
        if (unstarted > 0) {
            lines.add(unstarted + " virtual threads were started and have never run");
        }
        return lines;
    }
}
