package io.heddle.race.load;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Running totals of a run at one moment; a window is the difference of two. Times are the clock's nanoseconds.
///
/// @param at the moment
/// @param lastCompletion when a request was last answered, failed or timed out; [Scheduler#NONE] before the
///     first
/// @param answered requests answered without error so far
/// @param errors requests that failed so far
/// @param timeouts requests given up so far
/// @param kinds errors by kind so far
/// @param inFlight requests that have started (open loop: were meant to) and have not completed
/// @param oldestStart start of the oldest of them; [Scheduler#NONE] when there is none
/// @param area requests in flight integrated over time so far, in request-nanoseconds
/// @param latencySum sum of the latencies of all completions so far, in nanoseconds
/// @param open connections that are open
/// @param opened whether every connection has been opened once
record Snapshot(
        long at,
        long lastCompletion,
        long answered,
        long errors,
        long timeouts,
        SortedMap<String, Long> kinds,
        long inFlight,
        long oldestStart,
        double area,
        double latencySum,
        int open,
        boolean opened) {

    /// Requests answered, failed or given up so far.
    long completions() {
        return answered + errors + timeouts;
    }

    /// Errors by kind since `earlier`; kinds without any are left out.
    SortedMap<String, Long> kindsSince(Snapshot earlier) {
        SortedMap<String, Long> since = new TreeMap<>();
        kinds.forEach((kind, count) -> {
            long more = count - earlier.kinds.getOrDefault(kind, 0L);
            if (more > 0) {
                since.put(kind, more);
            }
        });
        return since;
    }

    /// The run as a whole, from one snapshot of each of its event loops, taken within microseconds of one another.
    ///
    /// @param parts at least one
    static Snapshot sum(List<Snapshot> parts) {
        Snapshot sum = parts.getFirst();
        for (Snapshot part : parts.subList(1, parts.size())) {
            sum = sum.plus(part);
        }
        return sum;
    }

    private Snapshot plus(Snapshot other) {
        SortedMap<String, Long> both = new TreeMap<>(kinds);
        other.kinds.forEach((kind, count) -> both.merge(kind, count, Long::sum));
        long oldest = oldestStart == Scheduler.NONE
                ? other.oldestStart
                : other.oldestStart == Scheduler.NONE ? oldestStart : Math.min(oldestStart, other.oldestStart);
        return new Snapshot(
                Math.max(at, other.at),
                Math.max(lastCompletion, other.lastCompletion),
                answered + other.answered,
                errors + other.errors,
                timeouts + other.timeouts,
                both,
                inFlight + other.inFlight,
                oldest,
                area + other.area,
                latencySum + other.latencySum,
                open + other.open,
                opened && other.opened);
    }
}
