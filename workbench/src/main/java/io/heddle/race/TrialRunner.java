package io.heddle.race;

import io.heddle.model.Bound;
import io.heddle.model.Figures;
import io.heddle.model.Load;
import io.heddle.model.Trial;
import io.heddle.race.arm.AgentLog;
import io.heddle.race.arm.ArmRun;
import io.heddle.race.arm.Proof;
import io.heddle.race.bound.Bounds;
import io.heddle.race.bound.OneAtATime;
import io.heddle.race.bound.ServiceTime;
import io.heddle.race.load.Generator;
import io.heddle.race.load.Measurement;
import io.heddle.race.load.NoAnswer;
import io.heddle.race.load.Percentiles;
import io.heddle.race.plan.Pace;
import io.heddle.race.plan.Schedule;
import io.heddle.race.plan.Switch;
import io.heddle.race.plan.ToldPool;
import io.heddle.race.target.Usage;
import io.heddle.race.trial.Meter;
import io.heddle.race.trial.TrialOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import org.HdrHistogram.Histogram;

/// Measures one trial: the load, what the target used meanwhile, what the agent saw, and what speaks against the
/// figures.
final class TrialRunner {

    /// A measured throughput above its bound by more is an error of measurement.
    private static final double ABOVE_BOUND = 1.03;

    private final Generator generator;
    private final Switch by;
    private final Pace pace;
    private final int cores;

    TrialRunner(Generator generator, Switch by, Pace pace, int cores) {
        this.generator = generator;
        this.by = by;
        this.pace = pace;
        this.cores = cores;
    }

    /// What is measured of one arm's JVM.
    ///
    /// @param oneAtATime what lets requests through one at a time; empty where nothing does
    /// @param pools that the agent cannot see
    record Plan(
            Schedule.Turn turn,
            String workload,
            Load load,
            ServiceTime service,
            int requestThreads,
            Optional<OneAtATime.Lock> oneAtATime,
            List<ToldPool> pools) {}

    /// @param progress fraction of the trial and throughput so far
    TrialOutcome run(ArmRun run, Plan plan, BiConsumer<Double, Double> progress) throws InterruptedException {
        Meter meter = new Meter(run, progress);
        Measurement measured = run.measure(
                generator,
                plan.workload(),
                plan.load(),
                pace.trial(plan.load()),
                meter,
                "the trial of " + plan.workload());
        meter.requireCores(measured);
        AgentLog log = run.logAfter(measured.to());
        AgentLog.Window window = log.window(measured.from(), measured.to());
        OptionalDouble share = window.virtualShare();
        if (run.hasAgent()) {
            // requests that never began were counted nowhere: then those before them tell what the arm is
            Proof.check(
                    plan.turn().arm(),
                    by,
                    measured.requests() > 0
                            ? share
                            : log.window(Instant.EPOCH, measured.to()).virtualShare(),
                    log,
                    measured.to());
        }
        AgentLog.Demand demand = run.demand(log, plan.workload(), measured.from(), measured.to());
        double p5 = measured.lowNanos() / 1e6;
        ServiceTime refined = measured.requests() > 0
                ? plan.service()
                        .refined(
                                p5,
                                demand.pools(),
                                measured.errors() + measured.timeouts() == 0 ? demand.requests() : 0)
                : plan.service();
        List<ToldPool> refuted = plan.pools().stream()
                .filter(pool -> pool.refutedBy(measured.throughput(), refined.millis(), ABOVE_BOUND))
                .toList();
        List<ToldPool> told =
                plan.pools().stream().filter(pool -> !refuted.contains(pool)).toList();
        List<Bound> bounds =
                bounds(plan, refined, told, measured.throughput(), meter.cpu().toNanos() / 1e9 / measured.seconds());
        Optional<Bound> least = Bounds.least(bounds);
        Trial trial = new Trial(
                plan.turn().arm().label(),
                plan.turn().repetition(),
                plan.workload(),
                plan.load(),
                measured.seconds(),
                measured.throughput(),
                least.map(Bound::throughput).orElse(null),
                measured.requests(),
                measured.errors(),
                measured.timeouts(),
                measured.errorKinds(),
                measured.inFlightAtStop(),
                Percentiles.millis(measured.latencyNanos()),
                share.isPresent() ? share.getAsDouble() : null,
                meter.cpu().toNanos() / 1e9,
                meter.ownCpu().toNanos() / 1e9,
                meter.machine(),
                meter.rss(),
                window.peakThreads(),
                window.pins(),
                null,
                List.of(),
                demand.pools(),
                measured.little(),
                measured.steady(),
                doubts(measured, least, refuted, meter),
                null);
        return new TrialOutcome(
                trial,
                bounds,
                refined.millis(),
                measured.silent(),
                false,
                measured.from(),
                measured.to(),
                cpuShare(
                        meter.cpu().toNanos() / 1e9 / measured.seconds(),
                        meter.ownCpu().toNanos() / 1e9 / measured.seconds(),
                        cores,
                        Runtime.getRuntime().availableProcessors()));
    }

    /// Share of the processors that the target may use, without what the generator takes of them.
    ///
    /// @param target processors that the target kept busy
    /// @param generator processors that Heddle itself kept busy
    /// @param cores that the target may use
    /// @param all of the machine
    static double cpuShare(double target, double generator, int cores, int all) {
        double left = Math.min(cores, all - generator);
        return left <= 0 ? 0 : Math.min(1, target / left);
    }

    /// A trial whose requests got no answer at all.
    TrialOutcome unanswered(ArmRun run, Plan plan, NoAnswer none) {
        double seconds = Duration.between(none.from(), none.to()).toMillis() / 1e3;
        AgentLog log = run.log();
        AgentLog.Window window = log.window(none.from(), none.to());
        int inFlight = switch (plan.load()) {
            case Load.Closed(int connections) -> connections;
            case Load.Open(double rate, int connections) -> 0;
        };
        Trial trial = new Trial(
                plan.turn().arm().label(),
                plan.turn().repetition(),
                plan.workload(),
                plan.load(),
                seconds,
                0,
                null,
                0,
                0,
                none.timeouts(),
                Map.of(),
                inFlight,
                Percentiles.millis(new Histogram(3)),
                null,
                0,
                0,
                0,
                Usage.rssBytes(run.tree()),
                window.peakThreads(),
                window.pins(),
                null,
                List.of(),
                run.demand(log, plan.workload(), none.from(), none.to()).pools(),
                0,
                false,
                List.of("no request completed while it was measured"),
                null);
        return new TrialOutcome(trial, List.of(), plan.service().millis(), true, false, none.from(), none.to());
    }

    /// @param busy processors that the target kept busy on average
    private List<Bound> bounds(Plan plan, ServiceTime refined, List<ToldPool> told, double throughput, double busy) {
        return switch (plan.load()) {
            case Load.Closed(int connections) -> {
                List<Bound> bounds = new ArrayList<>(
                        Bounds.of(refined, plan.turn().arm(), connections, plan.requestThreads(), told));
                plan.oneAtATime()
                        .ifPresent(lock -> bounds.add(Bounds.byLock(
                                refined,
                                plan.turn().arm(),
                                connections,
                                Math.max(lock.throughput(), throughput),
                                lock.owner())));
                if (busy > 0 && throughput > 0) {
                    bounds.add(Bounds.byCpu(refined, plan.turn().arm(), connections, cores, 1_000 * busy / throughput));
                }
                yield bounds.stream()
                        .sorted(Comparator.comparingDouble(Bound::throughput))
                        .toList();
            }
            case Load.Open(double rate, int connections) -> List.of();
        };
    }

    private List<String> doubts(Measurement measured, Optional<Bound> least, List<ToldPool> refuted, Meter meter) {
        List<String> doubts = new ArrayList<>(measured.doubts());
        doubts.addAll(meter.foreign());
        refuted.forEach(pool -> doubts.add(pool.refuted(measured.throughput())));
        least.filter(bound -> measured.throughput() > ABOVE_BOUND * bound.throughput())
                .ifPresent(bound -> doubts.add("error of measurement: " + Figures.rate(measured.throughput())
                        + " is above the bound of " + Figures.rate(bound.throughput()) + " (" + bound.why() + ")"));
        meter.busy(measured.seconds()).ifPresent(doubts::add);
        return doubts;
    }
}
