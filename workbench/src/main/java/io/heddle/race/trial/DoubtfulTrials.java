package io.heddle.race.trial;

import io.heddle.model.Trial;
import io.heddle.race.load.Measurement;
import java.util.List;
import java.util.Optional;

/// Trials that decide nothing, since they do not account for themselves: Little's law does not hold in them,
/// or the machine stood still.
public final class DoubtfulTrials {

    private DoubtfulTrials() {}

    public static boolean is(Trial trial) {
        return why(trial).isPresent();
    }

    private static Optional<String> why(Trial trial) {
        return trial.doubts().stream()
                .filter(doubt -> doubt.startsWith(Measurement.WRONG) || doubt.startsWith(Measurement.STOOD_STILL))
                .findFirst();
    }

    /// How many of these were left out, and why; empty where all count.
    public static Optional<String> leftOut(List<TrialOutcome> trials) {
        List<String> doubts = trials.stream()
                .flatMap(outcome -> why(outcome.trial()).stream())
                .toList();
        return doubts.isEmpty()
                ? Optional.empty()
                : Optional.of(doubts.size() + " of " + trials.size()
                        + (doubts.size() == 1 ? " trials decides" : " trials decide") + " nothing (" + doubts.getFirst()
                        + ")");
    }
}
