package io.heddle.race;

import io.heddle.model.Bound;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a limit is worth to be raised: up to which load it is not the limit, and what would limit next.
///
/// @param limit what limits an arm now
/// @param next what would if there were more of it
record NextLimit(Bound limit, Bound next) {

    /// @param bounds of one arm at one load
    /// @return empty where nothing that can be raised limits it, or nothing else is known
    static Optional<NextLimit> of(List<Bound> bounds) {
        Optional<Bound> limit = Bounds.least(bounds).filter(bound -> bound.units() > 0)
                .filter(bound -> bound.kind() == Bound.Kind.POOL || bound.kind() == Bound.Kind.THREADS);
        Optional<Bound> next = limit.flatMap(least -> Bounds.least(bounds.stream().filter(bound -> !bound.equals(least)).toList()));
        return next.map(after -> new NextLimit(limit.orElseThrow(), after));
    }

    /// How many of it reach the next limit.
    int units() {
        return (int) Math.ceil(limit.units() * next.throughput() / limit.throughput() - 1e-9);
    }

    /// @param arm whose limit it is
    /// @param serviceMillis of the path
    String text(String arm, double serviceMillis) {
        String limits = limit.kind() == Bound.Kind.POOL ? "pool " + limit.name() + " limits" : "the server's threads limit";
        // by Little's law the load itself keeps fewer of them busy below that many connections
        long from = Math.round(limit.throughput() * serviceMillis / 1_000);
        return String.format(Locale.ROOT, "%s arm: %s from %,d connections on; %,d → %,d: next limit is %s%s", arm, limits, from, limit.units(), units(),
                Bounds.describe(next), limit.kind() == Bound.Kind.POOL ? ", if what is behind the pool carries it" : "");
    }
}
