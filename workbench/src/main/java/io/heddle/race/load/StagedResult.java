package io.heddle.race.load;

import io.heddle.model.Failure;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What a staged load showed.
///
/// @param slices half a second each, from the load's beginning on
/// @param began when the load began
/// @param startLagMillis how late the generator itself started requests for which a connection was free: 99th
/// percentile
/// @param runDelay share of the time for which the generator's thread waited for a core
/// @param broke why it ended before its time, such as a target that refuses connections; empty when it did not
public record StagedResult(
        List<Slice> slices, Instant began, double startLagMillis, double runDelay, Optional<Failure> broke) {

    /// Keeps its own copy.
    public StagedResult {
        slices = List.copyOf(slices);
    }
}
