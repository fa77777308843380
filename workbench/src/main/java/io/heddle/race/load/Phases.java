package io.heddle.race.load;

import java.time.Duration;

/// How long a run settles and measures. Where a time and a number of mean latencies are given, the longer of the two
/// counts.
///
/// @param settleLatencies mean latencies that the target settles for at least, counted from the last
///     connection's opening; 0 or more
/// @param measureLatencies mean latencies that are measured at least; 0 or more
/// @param settleMin least time to settle after the last connection was opened
/// @param settleMax most time to settle after the last connection was opened; connections get as long to
///     open, but 5 s at least, and 10 ms each
/// @param measureMin least time to measure; above 0
/// @param measureMax most time to measure, whatever the latency
/// @param timeout a request that has had no answer for this long after it was sent is given up, its
///     connection closed; above 0
public record Phases(
        int settleLatencies,
        int measureLatencies,
        Duration settleMin,
        Duration settleMax,
        Duration measureMin,
        Duration measureMax,
        Duration timeout) {

    /// Checks the ranges.
    ///
    /// @throws IllegalArgumentException if a minimum is above its maximum, or a value is outside its range
    public Phases {
        if (settleLatencies < 0
                || measureLatencies < 0
                || settleMin.isNegative()
                || settleMin.compareTo(settleMax) > 0
                || !measureMin.isPositive()
                || measureMin.compareTo(measureMax) > 0
                || !timeout.isPositive()) {
            throw new IllegalArgumentException("phases out of range");
        }
    }
}
