package io.heddle.race.load;

import java.util.SortedMap;
import org.HdrHistogram.Histogram;

/// What became of the requests that were meant to start in one part of a staged load.
///
/// @param at when it begins, in seconds since the load began
/// @param offered requests that were meant to start in it
/// @param good answered without error in time, counted from their intended start
/// @param late answered without error, but later than the client would have waited
/// @param timeouts given up without an answer
/// @param errors failed, by kind as in [Measurement#errorKinds]
/// @param inFlight most requests that had started, or were meant to, and had no answer: seen while it lasted
/// @param micros latency of those that were answered or given up, from the intended start
public record Slice(
        double at,
        long offered,
        long good,
        long late,
        long timeouts,
        SortedMap<String, Long> errors,
        long inFlight,
        Histogram micros) {

    /// Requests that failed.
    public long failed() {
        return errors.values().stream().mapToLong(count -> count).sum();
    }
}
