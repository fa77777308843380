package io.heddle.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Holder.Cause;
import io.heddle.watch.signal.Hold;
import io.heddle.watch.signal.Signal;
import java.util.List;
import org.junit.jupiter.api.Test;

class SaturationTest {

    private static final long MILLI = 1_000_000;

    @Test
    void oneFreeCarrierIsEnough() {
        assertEquals(new Saturation(200 * MILLI, 0, 0), Saturation.of(List.of(hold(1, 0, 100, false), hold(2, 100, 100, false)), 2));
    }

    @Test
    void onlyTheTimeThatAllAreHeldCounts() {
        assertEquals(new Saturation(200 * MILLI, 40 * MILLI, 40 * MILLI), Saturation.of(List.of(hold(1, 0, 100, false), hold(2, 60, 100, false)), 2));
    }

    @Test
    void whatTwoSignalsSawOfOneThreadCountsOnce() {
        assertEquals(new Saturation(120 * MILLI, 0, 0), Saturation.of(List.of(hold(1, 0, 100, false), hold(1, 20, 100, false)), 2));
    }

    @Test
    void aCompensatedHoldCostsNobody() {
        assertEquals(new Saturation(100 * MILLI, 0, 0), Saturation.of(List.of(hold(1, 0, 100, false), hold(2, 0, 100, true)), 2));
    }

    private static Hold hold(long thread, long start, long millis, boolean compensated) {
        return new Hold(Signal.PINNED, Cause.MONITOR, thread, start * MILLI, millis * MILLI, "a.B", "c", 1, List.of(), compensated, "");
    }
}
