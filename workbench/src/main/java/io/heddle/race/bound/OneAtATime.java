package io.heddle.race.bound;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Paths on which requests wait for one another, as behind a monitor around a slow call: with many
/// connections hardly more is answered than with one, though neither a pool nor the CPU is full.
public final class OneAtATime {

    /// Requests that are at work at once, by Little's law, where one holds the lock and others are on their
    /// way to it.
    private static final double FEW = 3;

    /// Connections of a load that would show more than that.
    private static final int ENOUGH = 10;

    private static final double IDLE = 0.5;

    /// Share of the machine's CPU from which the CPU, whoever has it, may be what the requests wait for.
    private static final double FULL = 0.9;
    private static final double NEAR = 1.3;

    private final int cores;
    private final Map<String, Lock> found = new HashMap<>();

    /// What lets one request through at a time.
    ///
    /// @param throughput requests a second that come through
    /// @param owner the code that has it while others wait, `class.method`
    public record Lock(double throughput, String owner) {}

    /// @param cores processors of the target
    OneAtATime(int cores) {
        this.cores = cores;
    }

    /// Whether a warm-up looks as if requests waited for one another.
    ///
    /// @param bound the least that is known otherwise, requests a second
    /// @param machine share of the machine's CPU that was busy meanwhile, 0 to 1
    boolean isLikely(ServiceTime service, int connections, double throughput, double bound, double machine) {
        double busy = throughput * service.cpuMillis() / 1_000 / cores;
        return connections >= ENOUGH
                && isFew(service, throughput)
                && busy < IDLE
                && machine < FULL
                && bound > NEAR * throughput;
    }

    /// Requests were seen that wait for what other code has.
    void found(String workload, Lock lock) {
        found.put(workload, lock);
    }

    /// A trial may show more, or that there is no such thing.
    void learn(ServiceTime service, double throughput) {
        found.computeIfPresent(
                service.workload(),
                (_, known) -> isFew(service, throughput)
                        ? new Lock(Math.max(known.throughput(), throughput), known.owner())
                        : null);
    }

    /// Empty where nothing of the kind was seen.
    Optional<Lock> of(String workload) {
        return Optional.ofNullable(found.get(workload));
    }

    private static boolean isFew(ServiceTime service, double throughput) {
        return throughput * service.millis() / 1_000 <= FEW;
    }
}
