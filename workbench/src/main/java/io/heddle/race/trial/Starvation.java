package io.heddle.race.trial;

import io.heddle.model.Failure;
import java.util.Locale;

/// A generator that gets no core measures itself. Where the target keeps all cores busy the generator waits as well:
/// that is the target's doing, and is told as a doubt.
public final class Starvation {

    /// Share of a trial. Beside eight others on its core it was 0.6 to 0.85; behind a target that keeps two cores
    /// busy up to 0.7, with nobody else there.
    private static final double WAITED = 0.5;

    /// Of the CPU that others had, to what the generator had: beside eight others on its core 9 to 10.
    private static final int MORE = 3;

    private Starvation() {}

    private static final class Starved extends Exception {

        private static final long serialVersionUID = 1;
    }

    /// Whether others kept the generator from measuring: not for long, perhaps.
    public static boolean is(Failure failure) {
        return failure.getCause() instanceof Starved;
    }

    /// @param runDelay share of the trial for which the generator's threads waited for a core
    /// @param others share of all cores that other processes had
    /// @param generator share of all cores that the generator had
    /// @throws Failure if others kept the generator from measuring anything but itself: without them it could
    ///     have had several times as much
    static void check(double runDelay, double others, double generator) {
        if (runDelay > WAITED && others > MORE * generator) {
            throw new Failure(
                    String.format(
                            Locale.ROOT,
                            "the load generator waited for a core for %.0f %% of a trial, while others used %.0f %% of the machine's CPU: it measured itself",
                            100 * runDelay,
                            100 * others),
                    "race again while nothing else runs, and do not bind heddle to cores that others keep busy",
                    new Starved());
        }
    }
}
