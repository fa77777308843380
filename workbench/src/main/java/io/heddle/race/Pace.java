package io.heddle.race;

import io.heddle.model.Load;
import io.heddle.race.load.Phases;
import java.time.Duration;

/// How long a trial settles and measures: at least 2 and 5 mean latencies, since a saturated pool of 20 behind 400 connections has a cycle of 2 s.
///
/// @param quick less sure, and said so
/// @param duration least measured window of the long form
record Pace(boolean quick, Duration duration, Duration timeout) {

    private static final int SETTLE_LATENCIES = 2;
    private static final int MEASURE_LATENCIES = 5;
    private static final int MOST_ALONE = 10_000;
    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofMinutes(5);

    /// The window of a trial.
    Phases trial(Load load) {
        Duration measure = quick ? switch (load) {
            case Load.Closed closed -> Duration.ofMillis(2_500);
            case Load.Open open -> Duration.ofMillis(2_000);
        } : duration;
        Duration settle = quick ? Duration.ofMillis(500) : Duration.ofSeconds(2);
        Duration settleMost = quick ? Duration.ofSeconds(10) : Duration.ofSeconds(30);
        return new Phases(SETTLE_LATENCIES, MEASURE_LATENCIES, settle, settleMost, measure, LONGEST, timeout);
    }

    /// Warm-up of at least the given number of requests.
    Phases warm(int requests, int connections) {
        return new Phases(0, Math.ceilDiv(requests, connections), Duration.ZERO, AT_ONCE, Duration.ofMillis(500), LONGEST, timeout);
    }

    /// The window in which one connection is measured.
    ///
    /// @param leastShare of the rarest request, which has to come several times too
    Phases alone(double leastShare) {
        int latencies = (int) Math.min(MOST_ALONE, Math.ceil((quick ? 10 : 30) / leastShare));
        return new Phases(1, latencies, Duration.ZERO, AT_ONCE, Duration.ofMillis(500), Duration.ofSeconds(30), timeout);
    }
}
