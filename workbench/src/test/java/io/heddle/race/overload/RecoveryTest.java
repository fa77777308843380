package io.heddle.race.overload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RecoveryTest {

    private static final Recovery RECOVERY = new Recovery(100, 5_000);

    @Test
    void isBackAtOnceWhereTheLatencyNeverRose() {
        assertEquals(
                OptionalDouble.of(0),
                RECOVERY.of(new SliceRow().add(6, 100, 110).all()));
    }

    @Test
    void countsFromTheEndOfTheOverloadToTheFirstGoodSlice() {
        assertEquals(
                OptionalDouble.of(2),
                RECOVERY.of(new SliceRow().add(4, 100, 900).add(6, 100, 110).all()));
    }

    @Test
    void oneAndAHalfTimesIsBackAndMoreIsNot() {
        assertEquals(
                OptionalDouble.of(0),
                RECOVERY.of(new SliceRow().add(6, 100, 149).all()));
        assertEquals(
                OptionalDouble.empty(),
                RECOVERY.of(new SliceRow().add(20, 100, 153).all()));
    }

    @Test
    void aRelapseWithinThreeSecondsStartsAgain() {
        assertEquals(
                OptionalDouble.of(3),
                RECOVERY.of(new SliceRow()
                        .add(5, 100, 110)
                        .add(1, 100, 900)
                        .add(6, 100, 110)
                        .all()));
    }

    @Test
    void threeSecondsAreAskedFor() {
        assertEquals(
                OptionalDouble.empty(),
                RECOVERY.of(new SliceRow().add(5, 100, 110).all()));
    }

    @Test
    void aRequestThatFailedOrHasNoAnswerIsNotBack() {
        assertEquals(
                OptionalDouble.empty(),
                RECOVERY.of(new SliceRow().add(20, 100, 90, 1).all()));
    }

    @Test
    void oneSlowRequestOfFewIsNoRelapse() {
        assertEquals(
                OptionalDouble.of(0),
                RECOVERY.of(new SliceRow().add(6, 10, 9, 100).all()));
        assertEquals(
                OptionalDouble.empty(),
                RECOVERY.of(new SliceRow().add(6, 10, 8, 100).all()));
    }

    @Test
    void tenMillisecondsMoreAreNoise() {
        Recovery quick = new Recovery(2, 5_000);
        assertEquals(
                OptionalDouble.of(0), quick.of(new SliceRow().add(6, 100, 11).all()));
        assertEquals(
                OptionalDouble.empty(), quick.of(new SliceRow().add(6, 100, 13).all()));
    }

    @Test
    void whatNoClientWaitsForIsNeverBack() {
        assertEquals(
                OptionalDouble.empty(),
                new Recovery(4_000, 5_000).of(new SliceRow().add(6, 100, 5_500).all()));
    }
}
