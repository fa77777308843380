package io.heddle.race;

import io.heddle.model.Arm;
import io.heddle.model.Culprit;
import io.heddle.model.Figures;
import io.heddle.model.Load;
import io.heddle.model.Trial;
import io.heddle.model.Verdict;
import io.heddle.race.trial.TrialOutcome;
import io.heddle.race.verdict.DownstreamOverload;
import io.heddle.race.verdict.Verdicts;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// An arm that answers nothing where the other answers all, or falls silent there for good, as behind a circuit
/// breaker that opens, or where every carrier is held for ever: it has no throughput to compare, and a verdict
/// nevertheless.
public final class UnresponsiveArm {

    private UnresponsiveArm() {}

    /// Whether another arm answers all requests of the load at which this one answers none, or none any more.
    public static boolean alone(TrialOutcome outcome, List<TrialOutcome> outcomes) {
        Trial trial = outcome.trial();
        return isSilent(outcome)
                && outcomes.stream()
                        .anyMatch(other -> !other.trial().arm().equals(trial.arm())
                                && other.trial().workload().equals(trial.workload())
                                && other.trial().load().equals(trial.load())
                                && other.isSound());
    }

    private static boolean isSilent(TrialOutcome outcome) {
        return outcome.silent() || outcome.trial().requests() == 0;
    }

    /// The harm, at the first load at which a JVM of one arm answers nothing, or nothing any more, and each of the
    /// other everything. One is enough: it is an outage, and no chance in what a JVM measures looks like it.
    ///
    /// @param culprits tells who held the carriers in the trials of an arm
    public static Optional<Verdict> verdict(
            String workload,
            Arm above,
            Arm below,
            List<TrialOutcome> outcomes,
            Function<List<TrialOutcome>, List<Culprit>> culprits) {
        return outcomes.stream()
                .filter(outcome -> outcome.trial().workload().equals(workload))
                .map(outcome -> outcome.trial().load())
                .distinct()
                .flatMap(load -> verdict(
                        workload,
                        load,
                        below,
                        of(outcomes, above, workload, load),
                        of(outcomes, below, workload, load),
                        culprits)
                        .stream())
                .findFirst();
    }

    private static List<TrialOutcome> of(List<TrialOutcome> outcomes, Arm arm, String workload, Load load) {
        return outcomes.stream()
                .filter(outcome -> outcome.is(arm.label(), workload, load))
                .toList();
    }

    private static Optional<Verdict> verdict(
            String workload,
            Load load,
            Arm below,
            List<TrialOutcome> own,
            List<TrialOutcome> sound,
            Function<List<TrialOutcome>, List<Culprit>> culprits) {
        List<TrialOutcome> silent =
                own.stream().filter(UnresponsiveArm::isSilent).toList();
        long failures = silent.stream().mapToLong(TrialOutcome::failures).sum();
        long answers =
                silent.stream().mapToLong(outcome -> outcome.trial().requests()).sum();
        if (failures + answers == 0 || sound.isEmpty() || !sound.stream().allMatch(TrialOutcome::isSound)) {
            return Optional.empty();
        }
        String some = silent.size() == own.size() ? "" : " in " + silent.size() + " of " + own.size() + " JVMs";
        String rate = Figures.rate(sound.stream()
                .mapToDouble(outcome -> outcome.trial().throughput())
                .average()
                .orElseThrow());
        String what = answers == 0
                ? "none of " + failures + " requests"
                : String.format(Locale.ROOT, "%,d requests and then none", answers);
        String text = "harm: the " + silent.getFirst().trial().arm() + " arm answered " + what + " at "
                + RaceState.describe(load) + some + ", the " + below.label() + " arm all, at " + rate
                + DownstreamOverload.of(silent, below.label())
                        .map(why -> "; " + why)
                        .orElse("");
        Verdict harm =
                new Verdict(workload, Verdict.Kind.HARM, text, Verdict.Limit.NONE, List.of(), List.of(), List.of());
        return Optional.of(
                silent.stream().anyMatch(TrialOutcome::delayed)
                        ? Verdicts.blamed(harm, culprits.apply(silent), silent)
                        : harm);
    }
}
