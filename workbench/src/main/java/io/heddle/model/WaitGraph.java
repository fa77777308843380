package io.heddle.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Who waits for whom where virtual threads do not leave their carriers.
///
/// @param held carriers, each with the thread that keeps it
/// @param waiters further threads that wait for a lock of those, and have no carrier
/// @param unstarted virtual threads that were started and have never run
public record WaitGraph(List<Held> held, List<Waiter> waiters, long unstarted) {

    private static final int MOST = 10;

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

    private static String line(List<Held> same) {
        Held one = same.getFirst();
        String many = same.size() == 1 ? "" : " and " + (same.size() - 1) + " others";
        return one.carrier + many + (same.size() == 1 ? " carries " : " carry ") + one.thread
                + (same.size() == 1 ? ", which does" : many + ", which do") + " not leave "
                + (same.size() == 1 ? "it" : "them") + " in " + one.place
                + (one.lock.isEmpty() ? "" : (same.size() == 1 ? " and waits for " : " and wait for ") + one.lock);
    }

    private static String waits(List<Waiter> same) {
        Waiter one = same.getFirst();
        return same.size() == 1
                ? one.thread + " waits for " + one.lock
                        + " too, without a carrier: if it is next to get it, it cannot run"
                : one.thread + " and " + (same.size() - 1) + " others wait for " + one.lock
                        + " too, without a carrier: if one of them is next to get it, it cannot run";
    }

    public boolean isEmpty() {
        return held.isEmpty();
    }

    /// A sentence for each that waits; those that are at the same place for the same thing share one, and there are at
    /// most ten.
    public List<String> lines() {
        Map<String, List<Held>> alike = new LinkedHashMap<>();
        held.forEach(one -> alike.computeIfAbsent(one.place + " " + one.lock, _ -> new ArrayList<>())
                .add(one));
        Map<String, List<Waiter>> waiting = new LinkedHashMap<>();
        waiters.forEach(
                one -> waiting.computeIfAbsent(one.lock, _ -> new ArrayList<>()).add(one));
        List<String> lines = new ArrayList<>();
        alike.values().forEach(same -> lines.add(line(same)));
        waiting.values().forEach(same -> lines.add(waits(same)));
        if (lines.size() > MOST) {
            int rest = lines.size() - MOST + 1;
            lines.subList(MOST - 1, lines.size()).clear();
            lines.add(rest + " more kinds of waits");
        }
        if (unstarted > 0) {
            lines.add(unstarted + " virtual threads were started and have never run");
        }
        return lines;
    }
}
