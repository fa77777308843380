package io.heddle.race.bound;

import io.heddle.model.Bound;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// What a limit is worth to be raised: up to which load it is not the limit, and what would limit next.
///
/// @param limit what limits an arm now
/// @param next what would if there were more of it
public record NextLimit(Bound limit, Bound next) {

    /// @param bounds of one arm at one load, of all its JVMs; of those by CPU the highest counts, since a JVM
    ///     that still compiles spends more on a request than the service needs
    /// @return empty where nothing that can be raised limits it, or nothing else is known
    public static Optional<NextLimit> of(List<Bound> bounds) {
        Optional<Bound> cpu = bounds.stream()
                .filter(bound -> bound.kind() == Bound.Kind.CPU)
                .max(Comparator.comparingDouble(Bound::throughput));
        List<Bound> known = Stream.concat(bounds.stream().filter(bound -> bound.kind() != Bound.Kind.CPU), cpu.stream())
                .toList();
        Optional<Bound> limit = Bounds.least(known)
                .filter(bound -> bound.units() > 0)
                .filter(bound -> bound.kind() == Bound.Kind.POOL || bound.kind() == Bound.Kind.THREADS);
        Optional<Bound> next = limit.flatMap(least -> Bounds.least(known.stream()
                .filter(bound -> bound.kind() != least.kind() || !bound.name().equals(least.name()))
                .toList()));
        return next.map(after -> new NextLimit(limit.orElseThrow(), after));
    }

    /// How many of it reach the next limit.
    int units() {
        return (int) Math.ceil(limit.units() * next.throughput() / limit.throughput() - 1e-9);
    }

    /// The CPU's figure is a lower limit, hence *or more*: at the load that was measured a request also pays for
    /// compilers and timers.
    ///
    /// @param arm whose limit it is
    /// @param serviceMillis of the path
    public String text(String arm, double serviceMillis) {
        String limits =
                limit.kind() == Bound.Kind.POOL ? "pool " + limit.name() + " limits" : "the server's threads limit";
        // by Little's law the load itself keeps fewer of them busy below that many connections
        long from = Math.round(limit.throughput() * serviceMillis / 1_000);
        return String.format(
                Locale.ROOT,
                "%s arm: %s from %,d connections on. With %,d%s instead of %,d the next limit would be %s%s",
                arm,
                limits,
                from,
                units(),
                next.kind() == Bound.Kind.CPU ? " or more" : "",
                limit.units(),
                Bounds.describe(next),
                limit.kind() == Bound.Kind.POOL ? ", as long as what is behind the pool carries that many" : "");
    }
}
