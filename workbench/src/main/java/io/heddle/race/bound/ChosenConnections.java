package io.heddle.race.bound;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.minBy;

import io.heddle.model.Bound;
import java.util.List;
import java.util.Optional;

/// How many connections a quick race takes where nobody says: few, and enough to be beyond the knee of
/// either arm, from where on more of them bring nothing but wait.
final class ChosenConnections {

    /// For each core: enough to take all carriers, and far below a server's threads, which would hide it.
    private static final int PER_CORE = 5;

    private static final int MOST_FEW = 50;
    private static final int MOST = 400;
    private static final int BEYOND = 2;

    private ChosenConnections() {}

    /// Between the carriers and the server's threads.
    static int few(int cores) {
        return Math.min(MOST_FEW, PER_CORE * cores);
    }

    /// @param bounds of all arms on one path, at any number of connections
    /// @param serviceMillis of the path at one connection
    static List<Integer> of(List<Bound> bounds, double serviceMillis, int cores) {
        int few = few(cores);
        double knee = bounds.stream()
                .filter(bound -> switch (bound.kind()) {
                    case POOL, THREADS, LOCK -> true;
                    case CONNECTIONS, CPU -> false;
                })
                .collect(groupingBy(
                        Bound::arm,
                        mapping(bound -> bound.throughput() * serviceMillis / 1_000, minBy(Double::compare))))
                .values()
                .stream()
                .flatMap(Optional::stream)
                .mapToDouble(least -> least)
                .max()
                .orElse(MOST);
        return few >= BEYOND * knee ? List.of(few) : List.of(few, (int) Math.min(MOST, Math.ceil(BEYOND * knee) + few));
    }
}
