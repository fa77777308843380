package io.heddle.watch.signal;

/// Holds of one place that were too many and too short to be kept one by one: only how many there were is known, not
/// when.
///
/// @param longest the longest of them
/// @param count at least 1
/// @param nanos all of them together
public record AggregatedHolds(Hold longest, long count, long nanos) {}
