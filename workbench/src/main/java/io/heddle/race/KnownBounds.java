package io.heddle.race;

import io.heddle.model.Arm;
import io.heddle.model.Bound;
import io.heddle.model.Load;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/// The bounds of a race: those that service times give before any load, and what the CPU allows, which the trials
/// give.
final class KnownBounds {

    private final RaceOptions options;
    private final int cores;
    private final Map<String, ServiceTime> services = new LinkedHashMap<>();
    private final Map<String, Double> warmThroughput = new LinkedHashMap<>();
    private final Map<String, Double> carried = new LinkedHashMap<>();
    private final List<Bound> before = new ArrayList<>();

    /// @param cores processors that the target may use
    KnownBounds(RaceOptions options, int cores) {
        this.options = options;
        this.cores = cores;
    }

    /// @param throughput what its warm-up reached, requests a second
    void service(ServiceTime service, double throughput) {
        services.put(service.path(), service);
        warmThroughput.put(service.path(), throughput);
    }

    /// @param throughput what a closed loop at the most connections reached, requests a second
    void carried(String path, double throughput) {
        carried.put(path, throughput);
    }

    /// What a trial showed of its path's service time counts for the trials after it.
    void learn(Outcome outcome) {
        services.computeIfPresent(outcome.trial().path(), (_, service) -> service.learned(outcome));
    }

    ServiceTime serviceOf(String path) {
        return Optional.ofNullable(services.get(path)).orElseThrow();
    }

    boolean areKnown() {
        return !before.isEmpty();
    }

    /// Every bound that is known before any load: all but what the CPU allows. Whether a pool keeps its size in
    /// the virtual arm shows only there.
    List<Bound> find(Switch by, AgentLog log) {
        for (ServiceTime service : services.values()) {
            for (Arm arm : options.arms()) {
                int threads = arm.mode() == Arm.Mode.VIRTUAL ? 0 : TrialRunner.requestThreads(arm, by, log);
                for (int connections : options.connections()) {
                    before.addAll(Bounds.of(service, arm, connections, threads, options.pools()));
                }
            }
        }
        return List.copyOf(before);
    }

    /// Requests a second that the first arm may be expected to answer at the most connections, by its bounds and a
    /// request's CPU time, and never more than it was seen to answer, in its warm-up or in a closed loop. What
    /// limits it may be unknown: a service that Heddle did not start tells no CPU time. A JVM that warms up makes
    /// this too low, which is the safe side of a rate.
    double promised(String path) {
        double warm = warm(path);
        double seen = Math.max(warm, Optional.ofNullable(carried.get(path)).orElse(0.0));
        return Math.min(seen, Math.max(allowed(path), warm));
    }

    /// Whether the rate that the bounds allow is above what the warm-up carried, so that a closed loop must show it.
    boolean isAboveWarmUp(String path) {
        return Rates.QUICK_SHARE * allowed(path) > warm(path);
    }

    private double warm(String path) {
        return Optional.ofNullable(warmThroughput.get(path)).orElse(0.0);
    }

    private double allowed(String path) {
        double cpuMillis = serviceOf(path).cpuMillis();
        return of(path, options.arms().getFirst().label(), options.mostConnections())
                .mapToDouble(Bound::throughput)
                .reduce(cpuMillis > 0 ? cores / cpuMillis * 1_000 : Double.POSITIVE_INFINITY, Math::min);
    }

    /// Least bound before any load; not a number for constant rates.
    double least(Schedule.Turn turn, String path, Load load) {
        return load instanceof Load.Closed(int connections)
                ? Bounds.least(of(path, turn.arm().label(), connections).toList())
                        .map(Bound::throughput)
                        .orElse(Double.NaN)
                : Double.NaN;
    }

    /// All of them, each by the sound trial that showed most: the shortest times, and the least CPU for a request.
    /// Those that no trial showed stand as they were before any load.
    List<Bound> after(List<Outcome> outcomes) {
        Map<List<Object>, Bound> most = new LinkedHashMap<>();
        before.forEach(bound -> most.put(resource(bound), bound));
        outcomes.stream()
                .filter(Outcome::isSound)
                .flatMap(outcome -> outcome.bounds().stream())
                .forEach(bound -> most.merge(
                        resource(bound), bound, BinaryOperator.maxBy(Comparator.comparingDouble(Bound::throughput))));
        return List.copyOf(most.values());
    }

    private static List<Object> resource(Bound bound) {
        return List.of(bound.path(), bound.arm(), bound.connections(), bound.kind(), bound.name());
    }

    private Stream<Bound> of(String path, String arm, int connections) {
        return before.stream()
                .filter(bound ->
                        bound.path().equals(path) && bound.arm().equals(arm) && bound.connections() == connections);
    }
}
