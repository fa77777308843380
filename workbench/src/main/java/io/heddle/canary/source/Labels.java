package io.heddle.canary.source;

import io.heddle.canary.stats.Side;
import java.util.Map;
import java.util.Optional;

/// Whose a line is.
///
/// @param named arms in the log's words
/// @param otherwise whose all other lines are; empty where they are nobody's
record Labels(Map<String, Side> named, Optional<Side> otherwise) {

    Optional<Side> side(Request request) {
        Side side = named.get(request.label());
        return side == null ? otherwise : Optional.of(side);
    }
}
