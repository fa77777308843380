package io.heddle.race.bound;

import io.heddle.model.Arm;
import io.heddle.model.Bound;
import io.heddle.race.arm.AgentLog;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.plan.Switch;
import io.heddle.race.trial.TrialOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The bounds of a race, build by build: another JDK or another jar has service times of its own. All builds get the
/// connections that the first one's bounds ask for, since only equal loads can be compared.
public final class RaceBounds {

    private final List<Arm> arms;
    private final Map<Arm.Build, KnownBounds> byBuild = new LinkedHashMap<>();

    /// @param cores processors that the target may use
    public RaceBounds(RaceOptions options, int cores) {
        this.arms = options.arms();
        arms.stream()
                .map(Arm::build)
                .distinct()
                .forEach(build -> byBuild.put(
                        build,
                        new KnownBounds(
                                options,
                                arms.stream()
                                        .filter(arm -> arm.build().equals(build))
                                        .toList(),
                                cores)));
    }

    /// Of the arm's build.
    public KnownBounds of(Arm arm) {
        return Optional.ofNullable(byBuild.get(arm.build())).orElseThrow();
    }

    /// Of the build that runs first.
    public KnownBounds first() {
        return of(arms.getFirst());
    }

    /// Every bound of the arm's build that is known before any load.
    public List<Bound> find(Arm arm, Switch by, AgentLog log) {
        KnownBounds own = of(arm);
        return own.find(by, log, own == first() ? Optional.empty() : Optional.of(first()));
    }

    /// What a trial showed of its path's service time counts for the trials of the same build after it.
    public void learn(TrialOutcome outcome) {
        arms.stream()
                .filter(arm -> arm.label().equals(outcome.trial().arm()))
                .findFirst()
                .ifPresent(arm -> of(arm).learn(outcome));
    }

    /// All of them, as the trials have shown.
    public List<Bound> after(List<TrialOutcome> outcomes) {
        return byBuild.entrySet().stream()
                .flatMap(entry -> entry.getValue().after(of(entry.getKey(), outcomes)).stream())
                .toList();
    }

    private List<TrialOutcome> of(Arm.Build build, List<TrialOutcome> outcomes) {
        List<String> labels = arms.stream()
                .filter(arm -> arm.build().equals(build))
                .map(Arm::label)
                .toList();
        return outcomes.stream()
                .filter(outcome -> labels.contains(outcome.trial().arm()))
                .toList();
    }

    /// Least bound of each arm on a path at the most connections, before any load.
    public List<Bound> least(String workload) {
        int most = first().mostConnections(workload);
        return arms.stream()
                .flatMap(arm -> of(arm).leastOf(workload, arm.label(), most).stream())
                .toList();
    }
}
