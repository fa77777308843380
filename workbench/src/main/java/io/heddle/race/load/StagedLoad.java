package io.heddle.race.load;

import java.time.Duration;
import java.util.List;

/// Requests at one rate after the other, whatever the target does: an open loop whose rate changes.
///
/// @param stages at least one
/// @param connections that are open when the load begins
/// @param most connections that carry requests at once; a request that finds none waits, and the wait counts
/// @param patience how long a client waits for an answer, from the intended start
public record StagedLoad(List<Stage> stages, int connections, int most, Duration patience) {

    /// Keeps its own copy, and checks the ranges.
    ///
    /// @throws IllegalArgumentException if a value is outside its range
    public StagedLoad {
        stages = List.copyOf(stages);
        if (stages.isEmpty() || connections < 1 || most < connections || !patience.isPositive()) {
            throw new IllegalArgumentException("load out of range");
        }
    }

    /// Length of all stages.
    public Duration length() {
        return stages.stream().map(Stage::length).reduce(Duration.ZERO, Duration::plus);
    }
}
