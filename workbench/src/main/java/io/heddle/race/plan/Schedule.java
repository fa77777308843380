package io.heddle.race.plan;

import io.heddle.model.Arm;
import java.util.ArrayList;
import java.util.List;

/// Which arm runs when: A B B A …, a fresh JVM each, so that a machine that drifts slows both arms alike.
public final class Schedule {

    private Schedule() {}

    /// An arm's turn: one fresh JVM, and another one after each path that breaks it.
    ///
    /// @param repetition 1 for the first turn of this arm
    /// @param start 1 for the first JVM of this turn
    public record Turn(Arm arm, int repetition, int start) {

        /// The first JVM of a turn.
        public Turn(Arm arm, int repetition) {
            this(arm, repetition, 1);
        }

        /// The next JVM of the same turn.
        public Turn again() {
            return new Turn(arm, repetition, start + 1);
        }

        /// Names files of this JVM among those of its arm.
        public String number() {
            return start == 1 ? String.valueOf(repetition) : repetition + "-" + start;
        }
    }

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
