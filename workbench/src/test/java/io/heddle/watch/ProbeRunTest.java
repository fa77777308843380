package io.heddle.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.watch.ProbeRun.Tick;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProbeRunTest {

    private static final long MILLI = 1_000_000;
    private static final long PERIOD = 20 * MILLI;

    @Test
    void ticksThatFellIntoAStallAreFilledIn() {
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            ticks.add(new Tick(i * PERIOD, MILLI / 10, 0));
        }
        ticks.add(new Tick(50 * PERIOD, 1000 * MILLI, 0));
        // One tick of fifty-one was late, but half of all time was: the median ticks of that time met 500 ms.
        assertTrue(
                new ProbeRun(PERIOD, ticks, 0, 60_000 * MILLI).figures().p99Millis() > 900,
                () -> new ProbeRun(PERIOD, ticks, 0, 60_000 * MILLI).figures().toString());
        assertEquals(1, new ProbeRun(PERIOD, ticks, 0, 60_000 * MILLI).figures().stalls());
    }

    @Test
    void aPauseOfTheMachineIsNoStall() {
        assertEquals(
                List.of(),
                new ProbeRun(PERIOD, List.of(new Tick(0, 300 * MILLI, 290 * MILLI)), 0, 60_000 * MILLI).stalls());
    }

    @Test
    void whatIsUnansweredForSecondsIsStuck() {
        assertTrue(new ProbeRun(PERIOD, List.of(), 3_500 * MILLI, 60_000 * MILLI).stuck());
        assertFalse(new ProbeRun(PERIOD, List.of(), 900 * MILLI, 60_000 * MILLI).stuck());
        assertEquals(
                1,
                new ProbeRun(PERIOD, List.of(), 900 * MILLI, 60_000 * MILLI)
                        .stalls()
                        .size());
    }
}
