package io.heddle.race.bound;

import io.heddle.model.Arm;
import io.heddle.model.Bound;
import io.heddle.model.Figures;
import io.heddle.race.plan.ToldPool;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Throughput that no threading mode can exceed, by Little's law: units of a resource over the time that one request
/// holds one.
///
/// Source: J. Little, "A proof for the queuing formula L = λW", Operations Research 9 (1961): with at most L in the
/// system for W each, λ ≤ L / W.
public final class Bounds {

    private Bounds() {}

    /// Every bound of one arm at one load that is known before the load, least first.
    ///
    /// @param requestThreads threads of the server's own pool that run requests; 0 when the arm has no such
    ///     limit or it is unknown
    /// @param told pools that the agent cannot see
    public static List<Bound> of(
            ServiceTime service, Arm arm, int connections, int requestThreads, List<ToldPool> told) {
        List<Bound> bounds = new ArrayList<>();
        bounds.add(bound(
                service,
                arm,
                connections,
                Bound.Kind.CONNECTIONS,
                "",
                connections / service.millis() * 1_000,
                connections + " connections / " + Figures.millis(service.millis()),
                connections,
                true));
        if (requestThreads > 0) {
            bounds.add(bound(
                    service,
                    arm,
                    connections,
                    Bound.Kind.THREADS,
                    "",
                    requestThreads / service.millis() * 1_000,
                    requestThreads + " threads / " + Figures.millis(service.millis()),
                    requestThreads,
                    true));
        }
        for (ServiceTime.PathPool pool : service.pools()) {
            bounds.add(bound(
                    service,
                    arm,
                    connections,
                    Bound.Kind.POOL,
                    pool.name(),
                    pool.bound(),
                    why(pool),
                    pool.maximum(),
                    true));
        }
        for (ToldPool pool : told) {
            bounds.add(bound(
                    service,
                    arm,
                    connections,
                    Bound.Kind.POOL,
                    pool.name(),
                    pool.bound(service.millis()),
                    pool.why(service.millis()),
                    pool.size(),
                    false));
        }
        return bounds.stream()
                .sorted(Comparator.comparingDouble(Bound::throughput))
                .toList();
    }

    /// What the CPU allows at a trial's own cost of a request. It is known only afterwards: a JVM that still warms
    /// up spends several times as much, and a bound from that would lie below what is measured.
    ///
    /// @param cores processors that the target may use
    /// @param cpuMillis CPU time of the target for each request of that trial, in milliseconds, above 0
    public static Bound byCpu(ServiceTime service, Arm arm, int connections, int cores, double cpuMillis) {
        return bound(
                service,
                arm,
                connections,
                Bound.Kind.CPU,
                "",
                cores / cpuMillis * 1_000,
                cores + (cores == 1 ? " core / " : " cores / ") + Figures.millis(cpuMillis) + " CPU in a trial",
                cores,
                false);
    }

    /// What lets one request through at a time, such as a monitor around a slow call.
    ///
    /// @param throughput the highest that was seen, requests a second
    /// @param owner the code that has it while others wait, `class.method`
    public static Bound byLock(ServiceTime service, Arm arm, int connections, double throughput, String owner) {
        return bound(
                service,
                arm,
                connections,
                Bound.Kind.LOCK,
                owner,
                throughput,
                "1 / " + Figures.millis(1_000 / throughput),
                1,
                false);
    }

    public static Optional<Bound> least(List<Bound> bounds) {
        return bounds.stream().min(Comparator.comparingDouble(Bound::throughput));
    }

    /// Such as `HikariPool-1 (20 connections / 101 ms)`.
    public static String describe(Bound bound) {
        return switch (bound.kind()) {
            case POOL -> "pool " + bound.name() + " (" + bound.why() + " ≈ " + Figures.rate(bound.throughput()) + ")";
            case THREADS -> "the server's threads (" + bound.why() + " ≈ " + Figures.rate(bound.throughput()) + ")";
            case CONNECTIONS -> "the load itself (" + bound.why() + " ≈ " + Figures.rate(bound.throughput()) + ")";
            case LOCK ->
                "the lock that " + bound.name() + " has (" + bound.why() + " ≈ " + Figures.rate(bound.throughput())
                        + ")";
            case CPU -> "CPU (" + bound.why() + " ≈ " + Figures.rate(bound.throughput()) + ")";
        };
    }

    private static String why(ServiceTime.PathPool pool) {
        String hold = Figures.millis(pool.holdMillis());
        boolean once = Math.abs(pool.perRequest() - 1) < 0.02;
        return pool.maximum() + " connections / "
                + (once ? hold : String.format(Locale.ROOT, "(%.2f × %s)", pool.perRequest(), hold));
    }

    private static Bound bound(
            ServiceTime service,
            Arm arm,
            int connections,
            Bound.Kind kind,
            String name,
            double throughput,
            String why,
            int units,
            boolean ofPath) {
        return new Bound(service.workload(), arm.label(), connections, kind, name, throughput, why, units, ofPath);
    }
}
