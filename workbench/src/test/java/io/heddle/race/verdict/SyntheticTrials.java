package io.heddle.race.verdict;

import io.heddle.model.Arm;
import io.heddle.model.Bound;
import io.heddle.model.Certainty;
import io.heddle.model.Holder;
import io.heddle.model.LatencyMillis;
import io.heddle.model.Load;
import io.heddle.model.Pins;
import io.heddle.model.Remedies;
import io.heddle.model.Stalls;
import io.heddle.model.Trial;
import io.heddle.model.Verdict;
import io.heddle.race.trial.Culprits;
import io.heddle.race.trial.TrialOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// Trials made up for a test, with given throughput, latency and errors, and the verdict on them.
abstract class SyntheticTrials {

    static final Arm PLATFORM = new Arm("platform", Arm.Mode.PLATFORM, OptionalInt.empty());
    static final Arm VIRTUAL = new Arm("virtual", Arm.Mode.VIRTUAL, OptionalInt.empty());
    static final Load MOST = new Load.Closed(400);
    static final Load FEW = new Load.Closed(50);
    static final Load RATE = new Load.Open(100, 400);

    static final Culprits.Known KNOWN =
            new Culprits.Known((holder, jdk) -> new Remedies.Remedy("mend it", "a-rule"), List.of(), 21);

    final List<TrialOutcome> outcomes = new ArrayList<>();
    double serviceMillis = 100;

    Verdict verdict() {
        return Verdicts.ofWorkload(
                "/p",
                Comparisons.of("/p", VIRTUAL, PLATFORM, outcomes, _ -> 0.95),
                List.of(),
                harmed -> Culprits.of(harmed, KNOWN));
    }

    static TrialOutcome changed(TrialOutcome outcome, long timeouts, List<String> doubts) {
        Trial t = outcome.trial();
        return outcome.of(changed(t, t.requests(), timeouts, t.errorKinds(), doubts));
    }

    static Trial changed(Trial t, long requests, long timeouts, Map<String, Long> errorKinds, List<String> doubts) {
        return new Trial(
                t.arm(),
                t.repetition(),
                t.workload(),
                t.load(),
                t.seconds(),
                t.throughput(),
                t.bound(),
                requests,
                t.errors(),
                timeouts,
                errorKinds,
                t.inFlightAtStop(),
                t.latencyMillis(),
                t.virtualShare(),
                t.cpuSeconds(),
                t.generatorCpuSeconds(),
                t.machineCpu(),
                t.rssBytes(),
                t.peakPlatformThreads(),
                t.pins(),
                t.stalls(),
                t.holders(),
                t.pools(),
                t.little(),
                t.steady(),
                doubts,
                t.bystander());
    }

    static TrialOutcome met(TrialOutcome outcome, boolean delayed, Holder... holders) {
        return new TrialOutcome(
                outcome.trial().withCarriers(new Pins(1, 1), new Stalls(1, 50), List.of(holders)),
                outcome.bounds(),
                outcome.serviceMillis(),
                false,
                delayed,
                outcome.from(),
                outcome.to());
    }

    static Holder holder(String type, double share) {
        return new Holder(
                Holder.Cause.MONITOR,
                type,
                "run",
                49,
                "org.lib:lib:1.0",
                100,
                5_000,
                50,
                share,
                Certainty.CONFIRMED,
                List.of("pinned event"),
                List.of(),
                "");
    }

    void closed(Arm arm, Load load, List<Bound> bounds, double... throughputs) {
        for (int jvm = 0; jvm < throughputs.length; jvm++) {
            add(arm, jvm + 1, load, bounds, throughputs[jvm], 20, 0);
        }
    }

    void add(Arm arm, int repetition, Load load, List<Bound> bounds, double throughput, double p99, long errors) {
        outcomes.add(outcome(arm.label(), repetition, load, bounds, throughput, p99, errors));
    }

    TrialOutcome outcome(
            String arm, int repetition, Load load, List<Bound> bounds, double throughput, double p99, long errors) {
        LatencyMillis latency = new LatencyMillis(p99 / 2, p99 / 2, p99 / 2, p99, p99, p99, List.of());
        Trial trial = new Trial(
                arm,
                repetition,
                "/p",
                load,
                10,
                throughput,
                null,
                1_000,
                errors,
                0,
                Map.of(),
                0,
                latency,
                1.0,
                1,
                1,
                0.5,
                1_000,
                30,
                new Pins(0, 0),
                null,
                List.of(),
                List.of(),
                1.0,
                true,
                List.of(),
                null);
        return new TrialOutcome(trial, bounds, serviceMillis, false, false, Instant.EPOCH, Instant.EPOCH);
    }

    static List<Bound> pool(double throughput) {
        return List.of(new Bound(
                "/p", "any", 400, Bound.Kind.POOL, "HikariPool-1", throughput, "20 connections / 101 ms", 20));
    }

    static List<Bound> threads(double throughput) {
        return List.of(new Bound("/p", "any", 400, Bound.Kind.THREADS, "", throughput, "200 threads / 301 ms", 200));
    }

    static List<Bound> connections(double throughput) {
        return List.of(
                new Bound("/p", "any", 400, Bound.Kind.CONNECTIONS, "", throughput, "400 connections / 301 ms", 400));
    }
}
