package io.heddle.race.overload;

import io.heddle.race.load.Slice;
import java.util.List;
import java.util.OptionalDouble;

/// Tells when a target is back after an overload: when 99 % of the requests that start in half a second are answered
/// within 1.5 × the 99th percentile of before, and so for three seconds on end.
///
/// A percentile of some milliseconds varies by as much on any machine, so 10 ms more are no relapse. Nor is one request
/// where fewer than 100 start in half a second: the 99th percentile of those is the slowest of them.
final class Recovery {

    private static final double TOLERANCE = 1.5;
    private static final double LEAST_MILLIS = 10;
    private static final double SLOW = 0.01;
    private static final int HELD = 6;

    private final long mostMicros;

    /// @param p99Before in milliseconds
    /// @param patienceMillis how long a client waits: what took longer is never back
    Recovery(double p99Before, double patienceMillis) {
        double most = Math.max(TOLERANCE * p99Before, p99Before + LEAST_MILLIS);
        this.mostMicros = Math.round(1e3 * Math.min(most, patienceMillis));
    }

    /// How long a request may take that is back, in seconds.
    double mostSeconds() {
        return mostMicros / 1e6;
    }

    /// @param after slices from the end of the overload on
    /// @return seconds until the target was back, counted from the first slice's begin; empty while it is not
    OptionalDouble of(List<Slice> after) {
        int held = 0;
        for (int i = 0; i < after.size(); i++) {
            held = isBack(after.get(i)) ? held + 1 : 0;
            if (held == HELD) {
                return OptionalDouble.of(
                        after.get(i - HELD + 1).at() - after.getFirst().at());
            }
        }
        return OptionalDouble.empty();
    }

    private boolean isBack(Slice slice) {
        long quick = slice.micros().getTotalCount() == 0 ? 0 : slice.micros().getCountBetweenValues(0, mostMicros);
        return slice.offered() - quick <= Math.max(1, SLOW * slice.offered());
    }
}
