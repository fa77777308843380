package io.heddle.model;

import java.util.List;

/// Requests to another path that were asked at a constant rate while one path was raced: what everybody else
/// got. Latency counts from the intended start; a request that was still in flight at the end counts with
/// what it had waited until then.
///
/// @param path the other path, secrets redacted
/// @param requests how many were asked, at least 1
/// @param failed how many of these were answered by an error, or not in time
/// @param p50Millis the median
/// @param p99Millis the 99th percentile; of fewer than 100 requests the longest
/// @param maxMillis the longest
/// @param points in order of the intended start
public record Bystander(
        String path,
        long requests,
        long failed,
        double p50Millis,
        double p99Millis,
        double maxMillis,
        List<Point> points) {

    /// Keeps its own copy.
    public Bystander {
        points = List.copyOf(points);
    }

    /// One request.
    ///
    /// @param second of its intended start, since the first of all requests of the trial
    public record Point(double second, double millis) {}
}
