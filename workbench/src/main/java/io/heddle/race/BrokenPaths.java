package io.heddle.race;

import io.heddle.model.Arm;
import io.heddle.model.DroppedPath;
import io.heddle.model.Failure;
import io.heddle.model.Redaction;
import io.heddle.model.Trial;
import io.heddle.race.arm.TargetFault;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.plan.Schedule;
import io.heddle.race.trial.FailedArms;
import io.heddle.race.trial.TrialOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What becomes of paths that break a JVM: failures of an arm to be judged, and paths that are given up.
final class BrokenPaths {

    private static final int MOST_KINDS = 3;

    private final RaceOptions options;
    private final List<TrialOutcome> outcomes;
    private final List<FailedArms> failed = new ArrayList<>();
    private final List<DroppedPath> dropped = new ArrayList<>();

    /// @param outcomes of the race, as they grow
    BrokenPaths(RaceOptions options, List<TrialOutcome> outcomes) {
        this.options = options;
        this.outcomes = outcomes;
    }

    /// JVMs that failed where another arm serves.
    List<FailedArms> failed() {
        return List.copyOf(failed);
    }

    /// Paths that no arm is raced on any more, in the order in which they were given up.
    List<DroppedPath> dropped() {
        return List.copyOf(dropped);
    }

    /// A JVM of this turn has failed, and no path is known to have broken it. Where the first arm serves, that is
    /// something to judge.
    ///
    /// @return what to say of it
    /// @throws Failure that failure, where it is nothing to judge
    String fell(Schedule.Turn turn, Failure failure) {
        List<String> served = TargetFault.is(failure) && !isFirst(turn) ? missing(turn) : List.of();
        if (served.isEmpty()) {
            throw failure;
        }
        served.forEach(workload -> fell(turn, workload, failure));
        return sentence(turn, failure);
    }

    /// One path has broken a JVM of this turn. Where another arm serves the path, that is something to judge. Where
    /// none does, or where it breaks the arm on platform threads, the path is given up and the others go on.
    ///
    /// @return what to say of it
    /// @throws Failure that failure, where there is no other path
    String broke(Schedule.Turn turn, PathFailure broken) {
        String workload = broken.workload();
        boolean served = outcomes.stream()
                .anyMatch(outcome -> !outcome.trial().arm().equals(turn.arm().label())
                        && outcome.trial().workload().equals(workload)
                        && outcome.isSound());
        boolean judged = isFirst(turn) ? turn.arm().mode() == Arm.Mode.VIRTUAL : served;
        if (judged) {
            fell(turn, workload, broken.failure());
            if (!isBrokenEverywhere(workload)) {
                return sentence(turn, broken.failure());
            }
        }
        if (options.workloadNames().stream().allMatch(name -> name.equals(workload) || isDropped(name))) {
            throw broken.failure();
        }
        DroppedPath path = new DroppedPath(
                workload,
                turn.arm().label(),
                TargetFault.code(broken.failure()),
                Redaction.text(FailedArms.brief(broken.failure().sentence())));
        dropped.add(path);
        return workload + " is left out of the race, because it breaks the " + path.arm() + " arm: " + path.text();
    }

    /// A path that the arm on platform threads answers with errors for the most part, at the first load that was put
    /// on it: there is nothing to hold virtual threads against. What happens beyond a load that it carries is
    /// judged.
    ///
    /// @param last the trial that has just ended
    Optional<PathFailure> refused(Schedule.Turn turn, TrialOutcome last) {
        Trial trial = last.trial();
        boolean carried = outcomes.stream()
                .anyMatch(
                        outcome -> outcome.trial().workload().equals(trial.workload()) && !isRefused(outcome.trial()));
        return !isFirst(turn) || turn.arm().mode() != Arm.Mode.PLATFORM || !isRefused(trial) || carried
                ? Optional.empty()
                : Optional.of(new PathFailure(
                        trial.workload(),
                        new Failure(
                                String.format(
                                        Locale.ROOT,
                                        "%,d of %,d requests failed at %s (%s)",
                                        trial.errors(),
                                        trial.requests() + last.failures(),
                                        RaceState.describe(trial.load()),
                                        kinds(trial)),
                                "race with fewer --connections, or without " + trial.workload(),
                                new TargetFault("errors for the most part"))));
    }

    private static boolean isRefused(Trial trial) {
        return trial.errors() > trial.requests();
    }

    private static String kinds(Trial trial) {
        return trial.errorKinds().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST_KINDS)
                .map(kind -> (kind.getKey().matches("\\d+") ? "status " : "") + kind.getKey())
                .collect(Collectors.joining(", "));
    }

    /// Paths that another JVM of this turn is to race.
    ///
    /// @param paths that this one was to race
    /// @param broken the path that broke it
    List<String> left(Schedule.Turn turn, List<String> paths, String broken) {
        return paths.stream()
                .filter(workload -> !workload.equals(broken))
                .filter(workload -> outcomes.stream()
                        .noneMatch(outcome ->
                                outcome.of(turn) && outcome.trial().workload().equals(workload)))
                .toList();
    }

    private void fell(Schedule.Turn turn, String workload, Failure failure) {
        failed.add(new FailedArms(turn.arm().label(), turn.repetition(), workload, failure.sentence()));
    }

    private boolean isBrokenEverywhere(String workload) {
        return options.arms().stream()
                .allMatch(arm -> failed.stream()
                        .anyMatch(fall -> fall.arm().equals(arm.label())
                                && fall.workload().equals(workload)));
    }

    private static String sentence(Schedule.Turn turn, Failure failure) {
        return turn.arm().label() + " " + turn.repetition() + " failed: " + failure.sentence();
    }

    private boolean isFirst(Schedule.Turn turn) {
        return turn.arm().equals(options.arms().getFirst());
    }

    boolean isDropped(String workload) {
        return dropped.stream().anyMatch(path -> path.workload().equals(workload));
    }

    /// Paths that the first arm serves and this turn has not measured.
    private List<String> missing(Schedule.Turn turn) {
        Arm first = options.arms().getFirst();
        return outcomes.stream()
                .filter(outcome -> outcome.trial().arm().equals(first.label()) && outcome.isSound())
                .filter(outcome -> outcomes.stream()
                        .noneMatch(own -> own.of(turn)
                                && own.is(
                                        turn.arm().label(),
                                        outcome.trial().workload(),
                                        outcome.trial().load())))
                .map(outcome -> outcome.trial().workload())
                .distinct()
                .toList();
    }
}
