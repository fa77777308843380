package io.heddle.race.verdict;

import io.heddle.model.Holder;
import io.heddle.race.trial.TrialOutcome;
import io.heddle.race.verdict.Comparisons.Compared;
import java.util.function.ToDoubleFunction;

/// A second witness of harm: so few JVMs as a quick race has often give no interval that could show it. Where a figure
/// is worse in each JVM of the arm above than in any of the other, and the recordings tell who held the carriers
/// in each of the former and in none of the latter, the two agree.
final class CarriersHeld {

    /// Shares of carrier time: more than half of it is held by named code, or as good as none.
    private static final double HELD = 0.5;

    private static final double FREE = 0.1;

    /// As good as all of it: then one JVM an arm tells.
    private static final double ALL = 0.9;

    private static final int LEAST_JVMS = 2;

    private CarriersHeld() {}

    /// Whether the recordings tell it, of two JVMs an arm or more; of code that waits or computes.
    static boolean inEachAbove(Compared c) {
        return inEachAbove(c, CarriersHeld::held);
    }

    /// Whether named code held as good as all carrier time in each JVM of the arm above, and as good as none in any of
    /// the other: one JVM an arm is enough.
    static boolean almostAllAbove(Compared c) {
        return c.above().stream().allMatch(outcome -> held(outcome) > ALL)
                && c.below().stream().allMatch(outcome -> held(outcome) < FREE);
    }

    /// The same of code that waits alone.
    static boolean byWaitsInEachAbove(Compared c) {
        return inEachAbove(c, outcome -> Holder.lost(outcome.trial().holders().stream()));
    }

    private static boolean inEachAbove(Compared c, ToDoubleFunction<TrialOutcome> share) {
        return c.above().size() >= LEAST_JVMS
                && c.below().size() >= LEAST_JVMS
                && c.above().stream().allMatch(outcome -> share.applyAsDouble(outcome) > HELD)
                && c.below().stream().allMatch(outcome -> share.applyAsDouble(outcome) < FREE);
    }

    private static double held(TrialOutcome outcome) {
        return outcome.trial().holders().stream().mapToDouble(Holder::lostShare).sum();
    }
}
