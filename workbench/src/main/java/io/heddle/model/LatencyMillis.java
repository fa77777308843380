package io.heddle.model;

import java.util.List;

/// Latency of the requests of one trial, in milliseconds.
///
/// @param percentiles points of the whole distribution, ascending: share in percent (0 to 100) and
///     milliseconds
public record LatencyMillis(
        double mean, double p50, double p90, double p99, double p999, double max, List<Point> percentiles) {

    /// @param percent share of requests, 0 to 100
    /// @param millis no slower than this, in milliseconds
    public record Point(double percent, double millis) {}
}
