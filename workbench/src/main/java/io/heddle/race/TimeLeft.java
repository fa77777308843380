package io.heddle.race;

import io.heddle.model.Bound;
import io.heddle.race.bound.RaceBounds;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.plan.Schedule;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// How long a race still takes, as far as its bounds tell: a path at one bound is raced in one JVM an arm.
///
/// @param bounds known
record TimeLeft(RaceOptions options, RaceBounds bounds) {

    /// The same as [Verdicts#exceedsBound] asks for.
    private static final double FAR_ABOVE = 1.5;

    /// @param done trials of this turn's JVM that have ended
    /// @param perJvm every trial of a JVM
    /// @param fraction of the trial that runs, 0 to 1
    /// @param overhead what a JVM takes beside its trials
    Duration of(Schedule.Turn turn, int done, List<Forecast.Planned> perJvm, double fraction, Duration overhead) {
        List<Schedule.Turn> turns = Schedule.of(options.arms(), options.repetitions());
        List<Schedule.Turn> rest = turns.subList(turns.indexOf(turn) + 1, turns.size());
        int same = (int) rest.stream()
                .filter(next -> next.repetition() == turn.repetition())
                .count();
        List<Forecast.Planned> later = perJvm.stream()
                .filter(planned -> turn.repetition() > 1 || !endsSoon(planned.workload()))
                .toList();
        Duration soon = Forecast.left(perJvm, done, fraction, same, overhead);
        return later.isEmpty() ? soon : soon.plus(Forecast.jvms(later, rest.size() - same, overhead));
    }

    /// In words, before the first trial.
    String estimate(Schedule.Turn turn, List<Forecast.Planned> perJvm, Duration overhead) {
        return String.format(
                Locale.ROOT,
                "about %d s to go: up to %d %s an arm, each with %d trials; a path ends when its verdict can no longer change",
                of(turn, 0, perJvm, 0, overhead).toSeconds(),
                options.repetitions(),
                options.repetitions() == 1 ? "JVM" : "JVMs",
                perJvm.size());
    }

    /// Whether one bound is the least for both arms on a path at the most connections, or the first arm's threads
    /// are, so that one JVM an arm may do.
    private boolean endsSoon(String workload) {
        List<Bound> least = bounds.least(workload);
        if (least.size() != 2 || !options.quick() || options.until().isPresent()) {
            return false;
        }
        Bound below = least.getFirst();
        Bound above = least.getLast();
        return switch (below.kind()) {
            case POOL, LOCK -> below.kind() == above.kind() && below.name().equals(above.name());
            case THREADS -> {
                double far = FAR_ABOVE * below.throughput();
                yield above.throughput() > far && bounds.first().cpuCarries(workload, far);
            }
            case CONNECTIONS, CPU -> false;
        };
    }
}
