package io.heddle.race.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Arm;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ScheduleTest {

    private static final Arm A = new Arm("A", Arm.Mode.PLATFORM, OptionalInt.empty());
    private static final Arm B = new Arm("B", Arm.Mode.VIRTUAL, OptionalInt.empty());
    private static final Arm C = new Arm("C", Arm.Mode.PLATFORM, OptionalInt.of(400));

    @Test
    void armsAlternateSoThatDriftHitsBothAlike() {
        assertEquals("A1 B1 B2 A2 A3 B3", order(Schedule.of(List.of(A, B), 3)));
    }

    @Test
    void aThirdArmIsInterleavedToo() {
        assertEquals("A1 B1 C1 C2 B2 A2", order(Schedule.of(List.of(A, B, C), 2)));
    }

    private static String order(List<Schedule.Turn> turns) {
        return String.join(
                " ", turns.stream().map(t -> t.arm().label() + t.repetition()).toList());
    }
}
