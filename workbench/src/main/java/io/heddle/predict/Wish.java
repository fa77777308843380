package io.heddle.predict;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the user says beside the source.
///
/// @param rate requests a second that are to come; empty for those that were seen
/// @param threads that may serve requests at the same time; empty where the source tells it
/// @param pools sizes by name
/// @param cpus processors that the service has; empty where the source tells it
/// @param headroom how many times the rate threads should carry, at least 1
/// @param jdks feature releases that are asked about
public record Wish(
        Optional<Double> rate,
        Optional<Integer> threads,
        Map<String, Integer> pools,
        Optional<Integer> cpus,
        double headroom,
        List<Integer> jdks) {

    /// Keeps its own copies.
    public Wish {
        pools = Map.copyOf(pools);
        jdks = List.copyOf(jdks);
    }
}
