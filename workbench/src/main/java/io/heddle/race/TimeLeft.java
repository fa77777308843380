package io.heddle.race;

import io.heddle.model.Bound;
import io.heddle.model.Load;
import io.heddle.race.bound.RaceBounds;
import io.heddle.race.overload.OverloadTrial;
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
        Duration left = Forecast.here(perJvm, done, fraction).plus(overload(overhead));
        int at = turns.indexOf(new Schedule.Turn(turn.arm(), turn.repetition()));
        // a repetition that was added is the last that is known of
        for (Schedule.Turn next : turns.subList(at < 0 ? turns.size() : at + 1, turns.size())) {
            List<Forecast.Planned> then = next.repetition() == turn.repetition()
                    ? perJvm
                    : perJvm.stream()
                            .filter(planned -> goesOn(planned, next.repetition()))
                            .toList();
            if (!then.isEmpty()) {
                left = left.plus(Forecast.jvm(then, overhead));
            }
        }
        return left;
    }

    /// In words, before the first trial.
    String estimate(Schedule.Turn turn, List<Forecast.Planned> perJvm, Duration overhead) {
        return String.format(
                Locale.ROOT,
                "about %d s to go: up to %d %s an arm, the first with %d trials%s; a path ends when its verdict can no longer change",
                of(turn, 0, perJvm, 0, overhead).toSeconds(),
                options.repetitions(),
                options.repetitions() == 1 ? "JVM" : "JVMs",
                perJvm.size(),
                options.overload().isPresent() ? ", and the overload" : "");
    }

    /// Whether a trial of the first JVM is likely to be run again in a later one.
    private boolean goesOn(Forecast.Planned planned, int repetition) {
        if (!endsSoon(planned.workload())) {
            return true;
        }
        return !options.quick()
                && repetition <= ArmVerdicts.LEAST_JVMS
                && (planned.load() instanceof Load.Open || gains(planned));
    }

    /// Whether it is likely to show a gain, whose interval needs later JVMs.
    private boolean gains(Forecast.Planned planned) {
        Load most = new Load.Closed(bounds.first().mostConnections(planned.workload()));
        return planned.load().equals(most)
                && bounds.least(planned.workload()).getFirst().kind() == Bound.Kind.THREADS;
    }

    /// At most: of one path, unless it is asked for on each.
    private Duration overload(Duration jvm) {
        return options.overload()
                .map(choice -> OverloadTrial.most(choice.length())
                        .multipliedBy(choice.factors().size())
                        .plus(jvm)
                        .multipliedBy((long)
                                        (options.arms().size() + (choice.limit().isPresent() ? 1 : 0))
                                * (choice.everyPath() ? options.workloadNames().size() : 1)))
                .orElse(Duration.ZERO);
    }

    /// Whether one bound is the least for both arms on a path at the most connections, or the first arm's threads
    /// are, so that one JVM an arm may do.
    private boolean endsSoon(String workload) {
        List<Bound> least = bounds.least(workload);
        if (least.size() != 2
                || options.until().isPresent()
                || options.capacity().isPresent()) {
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
