package io.heddle.canary.source;

import io.heddle.canary.stats.Side;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Whose a line is.
///
/// @param named arms in the log's words
/// @param otherwise whose all other lines are; empty where they are nobody's
/// @param nobodys arms whose lines are nobody's whatever else holds
record Labels(Map<String, Side> named, Optional<Side> otherwise, Set<String> nobodys) {

    /// @param label of a line
    Optional<Side> side(String label) {
        Side side = named.get(label);
        if (side != null) {
            return Optional.of(side);
        }
        return nobodys.contains(label) ? Optional.empty() : otherwise;
    }
}
