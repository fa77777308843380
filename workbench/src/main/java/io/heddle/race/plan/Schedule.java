package io.heddle.race.plan;

import io.heddle.model.Arm;
import java.util.ArrayList;
import java.util.List;

/// Which arm runs when: A B B A …, a fresh JVM each, so that a machine that drifts slows both arms alike.
public final class Schedule {

    private Schedule() {}

    /// One fresh JVM.
    ///
    /// @param repetition 1 for the first JVM of this arm
    public record Turn(Arm arm, int repetition) {}

    /// @param arms in the order of the first repetition, at least one
    /// @param repetitions JVMs an arm, at least 1
    public static List<Turn> of(List<Arm> arms, int repetitions) {
        List<Turn> turns = new ArrayList<>();
        for (int repetition = 1; repetition <= repetitions; repetition++) {
            for (Arm arm : repetition % 2 == 1 ? arms : arms.reversed()) {
                turns.add(new Turn(arm, repetition));
            }
        }
        return turns;
    }
}
