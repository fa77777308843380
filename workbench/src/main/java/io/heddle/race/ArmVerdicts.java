package io.heddle.race;

import io.heddle.model.Arm;
import io.heddle.model.Capacity;
import io.heddle.model.CarrierLife;
import io.heddle.model.Comparison;
import io.heddle.model.Culprit;
import io.heddle.model.Load;
import io.heddle.model.Verdict;
import io.heddle.race.plan.Pairs;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.stats.Looks;
import io.heddle.race.stats.Spending;
import io.heddle.race.trial.CarrierWarmup;
import io.heddle.race.trial.Culprits;
import io.heddle.race.trial.DoubtfulTrials;
import io.heddle.race.trial.FailedArms;
import io.heddle.race.trial.Standstill;
import io.heddle.race.trial.TrialOutcome;
import io.heddle.race.verdict.Comparisons;
import io.heddle.race.verdict.Comparisons.Compared;
import io.heddle.race.verdict.CpuBound;
import io.heddle.race.verdict.Stopping;
import io.heddle.race.verdict.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;

/// Compares and judges what a race has measured: each arm against the first, path by path.
///
/// @param workloads that are judged
/// @param carriers that the target has
/// @param outcomes of all trials so far
/// @param falls JVMs that failed
/// @param lives of the JVMs that have ended
/// @param capacities as far as they were searched
/// @param known tells what is known of code that holds carriers, on the JDK of an arm
record ArmVerdicts(
        RaceOptions options,
        List<String> workloads,
        int carriers,
        List<TrialOutcome> outcomes,
        List<FailedArms> falls,
        List<CarrierLife> lives,
        List<Capacity> capacities,
        Function<Arm, Culprits.Known> known) {

    private static final double ALPHA = 0.05;

    /// JVMs an arm after which a bound decides, where the race is not quick.
    static final int LEAST_JVMS = 2;

    /// Of all paths: the arms that are judged, and then those with another number of threads.
    List<Comparison> comparisons() {
        return workloads.stream()
                .flatMap(workload -> Stream.concat(compared(workload).stream(), resized(workload)))
                .map(Compared::comparison)
                .toList();
    }

    /// One for each path and arm that is held against the first.
    List<Verdict> verdicts() {
        return workloads.stream()
                .flatMap(workload -> verdicts(workload, compared(workload)).stream())
                .toList();
    }

    private List<Verdict> verdicts(String workload, List<Compared> compared) {
        return judged().stream()
                .map(arm -> verdict(workload, arm, Comparisons.of(arm, compared)))
                .toList();
    }

    private Verdict verdict(String workload, Arm arm, List<Compared> compared) {
        Culprits.Known holding = known.apply(arm);
        Function<List<TrialOutcome>, List<Culprit>> culprits = harmed -> Culprits.of(harmed, holding);
        Verdict verdict = UnresponsiveArm.verdict(workload, arm, first(), outcomes, culprits)
                .or(() -> FailedArms.verdict(workload, arm, first(), falls, outcomes))
                .or(() -> FailedArms.gain(workload, arm, first(), falls, outcomes))
                .orElseGet(() -> Verdicts.ofWorkload(workload, compared, more(workload, arm), culprits));
        List<TrialOutcome> own = of(List.of(arm), workload);
        Verdict held = verdict.withHolders(Culprits.holders(own, holding));
        return Standstill.said(held, own, carriers).between(arm.label(), first().label());
    }

    /// What else is known of an arm on a path.
    private List<String> more(String workload, Arm arm) {
        List<String> more = new ArrayList<>();
        DoubtfulTrials.leftOut(of(List.of(first(), arm), workload)).ifPresent(more::add);
        CarrierWarmup.of(workload, arm.label(), lives).ifPresent(more::add);
        if (arm.equals(options.arms().get(1))) {
            Pairs.resized(options.arms())
                    .forEach(other -> resized(workload, other).stream()
                            .findFirst()
                            .ifPresent(c -> more.add(
                                    "right-sized arm: " + c.comparison().text())));
        }
        capacities.stream()
                .filter(capacity -> capacity.workload().equals(workload))
                .flatMap(capacity -> capacity.ratios().stream())
                .filter(versus -> versus.arm().equals(arm.label()))
                .forEach(versus -> more.add("capacity: " + versus.text()));
        return more;
    }

    /// Why a path need be raced no further after a whole repetition: no verdict on it can change. Empty when it
    /// goes on.
    Optional<String> ends(String workload, int repetition) {
        List<Compared> compared = compared(workload);
        List<Optional<String>> reasons = verdicts(workload, compared).stream()
                .map(verdict -> Stopping.of(
                        compared.stream()
                                .filter(c -> c.comparison().arm().equals(verdict.arm()))
                                .toList(),
                        verdict,
                        repetition,
                        options.quick() ? 1 : LEAST_JVMS))
                .toList();
        return reasons.stream().allMatch(Optional::isPresent)
                ? Optional.of(String.join(
                        "; ",
                        reasons.stream().flatMap(Optional::stream).distinct().toList()))
                : Optional.empty();
    }

    /// JVMs an arm that would decide a path of which the CPU is the bound of both arms; empty where it is decided, or
    /// another bound may be.
    OptionalInt cpuNeeds(String workload) {
        List<Compared> compared = compared(workload);
        return verdicts(workload, compared).stream()
                .filter(verdict -> verdict.kind() == Verdict.Kind.UNDECIDED)
                .flatMap(verdict -> compared.stream()
                        .filter(c ->
                                c.comparison().primary() && c.comparison().arm().equals(verdict.arm())))
                .filter(CpuBound::limits)
                .mapToInt(CpuBound::repetitions)
                .filter(needed -> needed > 0)
                .max();
    }

    /// The loads on a path that need no further JVM.
    List<Load> endedLoads(String workload) {
        return Stopping.ended(compared(workload), judged().size());
    }

    /// Whether the primary comparisons of every path are as narrow as was asked for.
    boolean narrow(double within) {
        return workloads.stream().allMatch(workload -> {
            List<Compared> primary = compared(workload).stream()
                    .filter(c -> c.comparison().primary())
                    .toList();
            return primary.size() == judged().size()
                    && primary.stream()
                            .allMatch(
                                    c -> Looks.narrow(c.ratio(), c.comparison().confidence(), within));
        });
    }

    private List<Compared> compared(String workload) {
        return Comparisons.of(workload, judged(), first(), outcomes, this::confidence);
    }

    private Stream<Compared> resized(String workload) {
        return Pairs.resized(options.arms()).stream().flatMap(arm -> resized(workload, arm).stream());
    }

    private List<Compared> resized(String workload, Arm arm) {
        return Comparisons.of(workload, options.arms().get(1), arm, outcomes, this::confidence);
    }

    private double confidence(int jvms) {
        return options.until().isPresent() || jvms > options.repetitions()
                ? Looks.confidence(jvms, ALPHA)
                : Spending.confidence(jvms, options.repetitions(), ALPHA);
    }

    private Arm first() {
        return options.arms().getFirst();
    }

    private List<Arm> judged() {
        return Pairs.judged(options.arms());
    }

    private List<TrialOutcome> of(List<Arm> arms, String workload) {
        List<String> labels = arms.stream().map(Arm::label).toList();
        return outcomes.stream()
                .filter(outcome -> labels.contains(outcome.trial().arm()))
                .filter(outcome -> outcome.trial().workload().equals(workload))
                .toList();
    }
}
