package io.heddle.race.plan;

import io.heddle.model.Arm;
import java.util.List;

/// Which arms are held against which: all that the user named against the first; and the second against those of
/// `--also-threads`, which answer what a larger pool would give and have no verdict.
public final class Pairs {

    private Pairs() {}

    /// Arms that get a verdict each, against the first.
    ///
    /// @param arms of the race, at least one
    public static List<Arm> judged(List<Arm> arms) {
        return arms.stream().skip(1).filter(arm -> arm.threads().isEmpty()).toList();
    }

    /// Arms that the second is held against as well.
    public static List<Arm> resized(List<Arm> arms) {
        return arms.stream().skip(1).filter(arm -> arm.threads().isPresent()).toList();
    }
}
