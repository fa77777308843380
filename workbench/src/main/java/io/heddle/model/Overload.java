package io.heddle.model;

import java.util.List;
import java.util.SortedMap;

/// What became of an arm that was asked for more than it can do, and then for half.
///
/// @param workload the request path
/// @param arm its label
/// @param factor how many times the lower arm's capacity was offered
/// @param rate offered, in requests a second
/// @param patienceSeconds how long a client waits for an answer, from the intended start
/// @param capacity what this arm answered at most in its trials, in requests a second
/// @param goodput answered in time, in requests a second, of those that started in the second half of the overload
/// @param offered requests that were meant to start during the overload
/// @param good of those, answered without error in time
/// @param late of those, answered after the client had given up
/// @param errors of those, failed or given up, by kind; what was given up is of kind `timeout`
/// @param inFlightMax most requests that were meant to have started and had no answer
/// @param runningMax most requests that the target had let in to their handlers; 0 where that is not counted
/// @param heapMaxBytes most heap in use; 0 where it is not known
/// @param p99BeforeMillis 99th percentile at half the capacity, before
/// @param recoverySeconds from the end of the overload until the 99th percentile was back; infinite when it was not
///     before the load ended
/// @param verdict what became of the arm
/// @param why in words, one sentence
/// @param limit what limits
/// @param points of time, for a picture
/// @param doubts what speaks against these figures, one sentence each
public record Overload(
        String workload,
        String arm,
        double factor,
        double rate,
        double patienceSeconds,
        double capacity,
        double goodput,
        long offered,
        long good,
        long late,
        SortedMap<String, Long> errors,
        long inFlightMax,
        long runningMax,
        long heapMaxBytes,
        double p99BeforeMillis,
        double recoverySeconds,
        Kind verdict,
        String why,
        Limit limit,
        List<Point> points,
        List<String> doubts) {

    /// Keeps its own copies.
    public Overload {
        points = List.copyOf(points);
        doubts = List.copyOf(doubts);
    }

    /// What becomes of an arm.
    public enum Kind {
        /// Goes on to answer what it can in time, and recovers.
        SURVIVES,
        /// The same, and turns away what is beyond.
        SHEDS,
        /// Answers less in time than it could, ends, or does not recover.
        COLLAPSES
    }

    /// @param kind `pool`, `heap`, `downstream`, `cpu`, `threads` or `lock`
    /// @param name which one; empty when there is one only
    /// @param permits requests at once that fill it: what a semaphore in front of it would need; 0 unknown
    /// @param why the arithmetic, such as `198/s × 101 ms`
    public record Limit(String kind, String name, int permits, String why) {}

    /// @param at seconds since the load began
    /// @param offered requests a second that were meant to start
    /// @param good of those, answered in time
    /// @param inFlight requests without an answer
    /// @param p99Millis of those that were answered or given up; 0 when none was
    public record Point(double at, double offered, double good, long inFlight, double p99Millis) {}
}
