package io.heddle.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Holder.Cause;
import io.heddle.watch.signal.Hold;
import io.heddle.watch.signal.Signal;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SaturationTest {

    private static final long MILLI = 1_000_000;

    @Test
    void oneFreeCarrierIsEnough() {
        assertEquals(
                new Saturation(200 * MILLI, 0, 0, 0),
                Saturation.of(List.of(hold(1, 0, 100, false), hold(2, 100, 100, false)), 2));
    }

    @Test
    void onlyTheTimeThatAllAreHeldCounts() {
        assertEquals(
                new Saturation(200 * MILLI, 40 * MILLI, 40 * MILLI, 1),
                Saturation.of(List.of(hold(1, 0, 100, false), hold(2, 60, 100, false)), 2));
    }

    @Test
    void whatTwoSignalsSawOfOneThreadCountsOnce() {
        assertEquals(
                new Saturation(120 * MILLI, 0, 0, 0),
                Saturation.of(List.of(hold(1, 0, 100, false), hold(1, 20, 100, false)), 2));
    }

    @Test
    void aCompensatedHoldCostsNobody() {
        assertEquals(
                new Saturation(100 * MILLI, 0, 0, 0),
                Saturation.of(List.of(hold(1, 0, 100, false), hold(2, 0, 100, true)), 2));
    }

    @Test
    void aShortTimeThatComesOnceIsNobodysConcern() {
        assertFalse(Saturation.of(both(0, 40), 2).delays(20 * MILLI));
        assertTrue(Saturation.of(
                        Stream.concat(both(0, 40).stream(), both(500, 40).stream())
                                .toList(),
                        2)
                .delays(20 * MILLI));
        assertTrue(Saturation.of(both(0, 100), 2).delays(20 * MILLI));
        assertFalse(Saturation.of(both(0, 100), 2).delays(200 * MILLI));
    }

    private static List<Hold> both(long start, long millis) {
        return List.of(hold(1, start, millis, false), hold(2, start, millis, false));
    }

    private static Hold hold(long thread, long start, long millis, boolean compensated) {
        return new Hold(
                Signal.PINNED,
                Cause.MONITOR,
                thread,
                start * MILLI,
                millis * MILLI,
                "a.B",
                "c",
                1,
                List.of(),
                compensated,
                "");
    }
}
