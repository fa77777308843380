package io.heddle.watch;

import io.heddle.watch.signal.Hold;
import io.heddle.watch.signal.Signal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// When carriers were held: what several signals tell of one thread counts once.
final class HeldTimes {

    /// A time in which one thread held its carrier, in nanoseconds since the epoch.
    record Time(long from, long to) {}

    private HeldTimes() {}

    /// Those that kept a carrier. Dumps saw the same place at three moments; what events tell of the thread says
    /// how long it was really held.
    static List<Hold> once(List<Hold> holds) {
        Set<Long> told = new HashSet<>();
        boolean dumped = holds.stream().anyMatch(hold -> hold.signal() == Signal.DUMP);
        holds.stream().filter(hold -> dumped && hold.signal() != Signal.DUMP).forEach(hold -> told.add(hold.thread()));
        return holds.stream()
                .filter(hold -> !hold.compensated()
                        && hold.nanos() > 0
                        && (hold.signal() != Signal.DUMP || !told.contains(hold.thread())))
                .toList();
    }

    /// The times of each thread, those that touch as one.
    ///
    /// @param holds as [#once] tells them
    static List<Time> of(List<Hold> holds) {
        List<Time> times = new ArrayList<>();
        Map<Long, Time> open = new HashMap<>();
        for (Hold hold :
                holds.stream().sorted(Comparator.comparingLong(Hold::start)).toList()) {
            Time time = new Time(hold.start(), hold.end());
            Time before = open.getOrDefault(hold.thread(), time);
            if (time.from() > before.to()) {
                times.add(before);
                before = time;
            }
            open.put(hold.thread(), new Time(before.from(), Math.max(before.to(), time.to())));
        }
        times.addAll(open.values());
        return times;
    }
}
