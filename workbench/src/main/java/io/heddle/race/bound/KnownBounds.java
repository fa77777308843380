package io.heddle.race.bound;

import io.heddle.model.Arm;
import io.heddle.model.Bound;
import io.heddle.model.Load;
import io.heddle.race.arm.AgentLog;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.plan.Switch;
import io.heddle.race.trial.TrialOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/// The bounds of the arms of one build: those that service times give before any load, and what the CPU allows, which
/// the trials give.
public final class KnownBounds {

    private static final double WARMING = 3;

    private final RaceOptions options;
    private final List<Arm> arms;
    private final int cores;
    private final Map<String, ServiceTime> services = new LinkedHashMap<>();
    private final Map<String, ServiceTimes.Warm> warmUps = new LinkedHashMap<>();
    private final Map<String, List<Integer>> connections = new LinkedHashMap<>();
    private final OneAtATime locks;
    private final List<Bound> before = new ArrayList<>();

    /// @param arms of one build
    /// @param cores processors that the target may use
    KnownBounds(RaceOptions options, List<Arm> arms, int cores) {
        this.options = options;
        this.arms = arms;
        this.cores = cores;
        this.locks = new OneAtATime(cores);
    }

    /// @param warm its warm-up
    public void service(ServiceTime service, ServiceTimes.Warm warm) {
        services.put(service.workload(), service);
        warmUps.put(service.workload(), warm);
    }

    /// What a trial showed of its path's service time counts for the trials after it.
    void learn(TrialOutcome outcome) {
        services.computeIfPresent(outcome.trial().workload(), (_, service) -> service.learned(outcome));
        if (outcome.trial().load() instanceof Load.Closed && outcome.isSound()) {
            locks.learn(serviceOf(outcome.trial().workload()), outcome.trial().throughput());
        }
    }

    /// What lets the requests of a path through one at a time; empty where nothing of the kind was seen.
    public Optional<OneAtATime.Lock> oneAtATime(String workload) {
        return locks.of(workload);
    }

    /// Paths whose warm-up looks as if requests waited for one another. Whether they do has to be seen.
    ///
    /// @param threads of the server that run requests in the arm that warmed up; 0 where nothing limits them
    public List<String> likelyLocked(int threads) {
        return services.values().stream()
                .filter(service -> {
                    ServiceTimes.Warm up = warmUps.get(service.workload());
                    int connections = ServiceTimes.warmConnections(options.mostConnections());
                    double bound = Bounds.least(Bounds.of(
                                    service, arms.getFirst(), options.mostConnections(), threads, options.pools()))
                            .map(Bound::throughput)
                            .orElse(0.0);
                    return up != null && locks.isLikely(service, connections, up.throughput(), bound, up.machine());
                })
                .map(ServiceTime::workload)
                .toList();
    }

    /// Requests to a path were seen that wait for what other code has.
    ///
    /// @param owner that code, `class.method`
    public void locked(String workload, String owner) {
        Optional.ofNullable(warmUps.get(workload))
                .ifPresent(up -> locks.found(workload, new OneAtATime.Lock(up.throughput(), owner)));
    }

    /// Connections of the closed loads on a path, ascending.
    public List<Integer> connections(String workload) {
        return Optional.ofNullable(connections.get(workload)).orElse(options.connections());
    }

    /// The most of them.
    public int mostConnections(String workload) {
        return connections(workload).getLast();
    }

    public ServiceTime serviceOf(String workload) {
        return Optional.ofNullable(services.get(workload)).orElseThrow();
    }

    public boolean areKnown() {
        return !before.isEmpty();
    }

    /// Every bound that is known before any load: all but what the CPU allows. Whether a pool keeps its size in
    /// the virtual arm shows only there.
    ///
    /// @param others bounds of the build whose connections these arms take too; empty where they choose
    List<Bound> find(Switch by, AgentLog log, Optional<KnownBounds> others) {
        for (ServiceTime service : services.values()) {
            List<Integer> counts = others.map(other -> other.connections(service.workload()))
                    .orElseGet(() -> options.connectionsAreChosen()
                            ? ChosenConnections.of(
                                    bounds(service, List.of(options.mostConnections()), by, log),
                                    service.millis(),
                                    cores)
                            : options.connections());
            connections.put(service.workload(), counts);
            before.addAll(bounds(service, counts, by, log));
        }
        return List.copyOf(before);
    }

    private List<Bound> bounds(ServiceTime service, List<Integer> counts, Switch by, AgentLog log) {
        List<Bound> bounds = new ArrayList<>();
        for (Arm arm : arms) {
            int threads = arm.mode() == Arm.Mode.VIRTUAL ? 0 : log.requestThreads(arm, by);
            for (int count : counts) {
                bounds.addAll(Bounds.of(service, arm, count, threads, options.pools()));
                locks.of(service.workload())
                        .ifPresent(lock ->
                                bounds.add(Bounds.byLock(service, arm, count, lock.throughput(), lock.owner())));
            }
        }
        return bounds;
    }

    /// Whether the CPU is likely to allow so many requests a second. A JVM that warms up spends about three
    /// times as much on a request as later.
    public boolean cpuCarries(String workload, double throughput) {
        double cpuMillis = serviceOf(workload).cpuMillis();
        return cpuMillis <= 0 || throughput <= WARMING * cores / cpuMillis * 1_000;
    }

    /// Least bound before any load; not a number for constant rates.
    public double least(Arm arm, String workload, Load load) {
        return load instanceof Load.Closed(int connections)
                ? leastOf(workload, arm.label(), connections)
                        .map(Bound::throughput)
                        .orElse(Double.NaN)
                : Double.NaN;
    }

    /// Least bound of an arm at a number of connections, before any load.
    Optional<Bound> leastOf(String workload, String arm, int count) {
        return Bounds.least(of(workload, arm, count).toList());
    }

    /// All of them, each by the sound trial that showed most: the shortest times, and the least CPU for a request.
    /// Those that no trial showed stand as they were before any load.
    List<Bound> after(List<TrialOutcome> outcomes) {
        Map<List<Object>, Bound> most = new LinkedHashMap<>();
        before.forEach(bound -> most.put(resource(bound), bound));
        outcomes.stream()
                .filter(TrialOutcome::isSound)
                .flatMap(outcome -> outcome.bounds().stream())
                .forEach(bound -> most.merge(
                        resource(bound), bound, BinaryOperator.maxBy(Comparator.comparingDouble(Bound::throughput))));
        return List.copyOf(most.values());
    }

    private static List<Object> resource(Bound bound) {
        return List.of(bound.workload(), bound.arm(), bound.connections(), bound.kind(), bound.name());
    }

    private Stream<Bound> of(String workload, String arm, int connections) {
        return before.stream()
                .filter(bound -> bound.workload().equals(workload)
                        && bound.arm().equals(arm)
                        && bound.connections() == connections);
    }
}
