package io.heddle.race.load;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RampTest {

    @Test
    void theNextBatchWaitsForAnswers() {
        Ramp ramp = new Ramp(5, 2);
        assertEquals(2, ramp.open(0));
        assertEquals(0, ramp.open(0));
        ramp.settled(0, 1);
        ramp.settled(1, 1);
        ramp.answered(1);
        assertEquals(0, ramp.open(2));
        ramp.answered(0);
        assertEquals(2, ramp.open(3));
        // answers on connections of an earlier batch prove nothing for this one
        ramp.settled(2, 4);
        ramp.settled(3, 4);
        ramp.answered(0);
        ramp.answered(1);
        assertEquals(0, ramp.open(5));
    }

    @Test
    void aBatchOfAnySizeOpensAllAtOnce() {
        Ramp ramp = new Ramp(2_000, Integer.MAX_VALUE);
        assertEquals(2_000, ramp.open(0));
        assertEquals(0, ramp.open(1));
    }

    @Test
    void aTargetThatDoesNotAnswerHoldsABatchUpForTwentyMilliseconds() {
        Ramp ramp = new Ramp(3, 2);
        ramp.open(0);
        ramp.settled(0, 0);
        assertEquals(0, ramp.open(MILLISECONDS.toNanos(1_000)), "one connection is still to be established");
        ramp.settled(1, MILLISECONDS.toNanos(1_000));
        assertEquals(0, ramp.open(MILLISECONDS.toNanos(1_019)));
        assertFalse(ramp.done(MILLISECONDS.toNanos(1_020)));
        assertEquals(1, ramp.open(MILLISECONDS.toNanos(1_020)));
        ramp.settled(2, MILLISECONDS.toNanos(1_021));
        assertFalse(ramp.done(MILLISECONDS.toNanos(1_022)));
        ramp.answered(2);
        assertTrue(ramp.done(MILLISECONDS.toNanos(1_023)));
        assertEquals(0, ramp.open(MILLISECONDS.toNanos(9_999)));
    }
}
