package io.heddle.race.bound;

import io.heddle.model.PoolUse;
import io.heddle.race.trial.TrialOutcome;
import java.util.List;

/// What one request of a path costs when nobody else is there: the ground of every bound.
///
/// @param workload the request path
/// @param millis 5th percentile of the latency at one connection, warm
/// @param requests how many were measured
/// @param pools pools that these requests used
/// @param cpuMillis CPU time of the target for each request, in milliseconds, while it was still warming up;
///     0 unknown
public record ServiceTime(String workload, double millis, long requests, List<PathPool> pools, double cpuMillis) {

    /// What the edges of a trial's window may add to its holds or take from them, as a share: this, or at each edge
    /// as many holds as the pool has connections, up to the second figure.
    private static final double EDGES = 0.1;

    private static final double MOST_EDGES = 0.2;

    /// Requests of a trial that outweigh those which were alone.
    private static final long MANY = 100;

    /// A pool that the path borrows from.
    ///
    /// @param perRequest borrowed how many times for each request, above 0
    /// @param holdMillis 5th percentile of the time from borrow to return
    record PathPool(String name, String kind, int maximum, double perRequest, double holdMillis) {

        /// @param requests how many there were meanwhile; at either edge one of them may have been seen
        ///     without its hold, or a hold without its request
        static PathPool of(PoolUse use, long requests) {
            double perRequest = (double) use.holds() / requests;
            double whole = nearestWhole(perRequest);
            boolean edgesExplain = Math.abs(perRequest - whole) * requests <= 2 * whole;
            return new PathPool(
                    use.name(), use.kind(), use.maximum(), edgesExplain ? whole : perRequest, use.holdMillisP5());
        }

        /// The same as a trial saw it that was answered throughout. What is above whole numbers may be of
        /// requests that were left behind by the load before, never what is below: the less is right.
        ///
        /// @param answered requests of the trial; 0 where some failed, which may have held nothing
        private PathPool refined(PoolUse use, long answered) {
            double seen = answered == 0 ? perRequest : (double) use.holds() / answered;
            double whole = nearestWhole(seen);
            double edges = answered == 0 ? EDGES : Math.clamp(2.0 * use.maximum() / answered, EDGES, MOST_EDGES);
            double likely = Math.abs(seen - whole) <= edges * whole ? whole : seen;
            // of the few requests that were alone some were seen without their holds
            boolean missed = answered >= MANY && likely == 1 && perRequest < 1;
            return new PathPool(
                    name,
                    kind,
                    use.maximum(),
                    missed ? 1 : Math.min(perRequest, likely),
                    Math.min(holdMillis, use.holdMillisP5()));
        }

        private static double nearestWhole(double perRequest) {
            return Math.max(1, Math.round(perRequest));
        }

        /// Requests a second that the pool can carry.
        double bound() {
            return maximum / (perRequest * holdMillis) * 1_000;
        }
    }

    /// The same path as a trial saw it: a service time or hold time that was shorter there raises the bound, since
    /// a bound from a colder JVM flags healthy runs.
    ///
    /// @param latencyMillis 5th percentile of the trial's own latency
    /// @param uses the trial's own pools
    /// @param answered requests of the trial; 0 where some failed
    public ServiceTime refined(double latencyMillis, List<PoolUse> uses, long answered) {
        List<PathPool> sharper =
                pools.stream().map(pool -> refined(pool, uses, answered)).toList();
        return new ServiceTime(workload, Math.min(millis, latencyMillis), requests, sharper, cpuMillis);
    }

    /// The same for the trials that follow: times that one showed hold for all, whichever its arm or load. A
    /// saturated trial does not show its service time, and is held against what others showed.
    ServiceTime learned(TrialOutcome outcome) {
        return outcome.isSound() && outcome.serviceMillis() > 0
                ? refined(outcome.serviceMillis(), outcome.trial().pools(), 0)
                : this;
    }

    private static PathPool refined(PathPool pool, List<PoolUse> uses, long answered) {
        return uses.stream()
                .filter(use -> use.name().equals(pool.name()) && use.holds() > 0)
                .findFirst()
                .map(use -> pool.refined(use, answered))
                .orElse(pool);
    }

    /// Whether each request borrows a whole number of times from every pool.
    boolean isWhole() {
        return pools.stream().allMatch(pool -> pool.perRequest() == Math.rint(pool.perRequest()));
    }

    /// The one of two measurements in which requests borrowed less often.
    static ServiceTime lessBusy(ServiceTime one, ServiceTime other) {
        return other.borrowed() < one.borrowed() ? other : one;
    }

    private double borrowed() {
        return pools.stream().mapToDouble(PathPool::perRequest).sum();
    }
}
