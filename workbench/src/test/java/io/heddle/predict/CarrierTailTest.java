package io.heddle.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// How often all carriers are held, against sums by hand and a simulation.
class CarrierTailTest {

    @Test
    void independentHoldsAreAPoissonNumber() {
        assertEquals(1 - Math.exp(-1), CarrierTail.allHeld(1, List.of(), 1), 1e-12);
        assertEquals(1 - Math.exp(-2) * (1 + 2 + 2), CarrierTail.allHeld(2, List.of(), 3), 1e-12);
        assertEquals(0, CarrierTail.allHeld(0, List.of(), 2), 1e-12);
    }

    @Test
    void theLineForOneLockIsGeometric() {
        assertEquals(0.25, CarrierTail.allHeld(0, List.of(0.5), 2), 1e-12);
        assertEquals(0.5 * 0.5 * 0.5, CarrierTail.allHeld(0, List.of(0.5), 3), 1e-12);
        assertTrue(CarrierTail.allHeld(0, List.of(1.0), 8) > 0.99);
    }

    /// Holds of 50 ms that come 30 times a second, and 4 carriers.
    @Test
    void aSimulationAgrees() {
        Random random = new Random(42);
        double[] ends = new double[100_000];
        double at = 0;
        double all = 0;
        double last = 0;
        int arrived = 0;
        while (arrived < ends.length) {
            at += -Math.log(1 - random.nextDouble()) / 30;
            ends[arrived++] = at + 0.05;
        }
        for (int i = 4; i < ends.length; i++) {
            // The hold that began fourth before this one ends after this one begins: five overlap; four do until then.
            double begin = ends[i - 1] - 0.05;
            double until = ends[i - 4];
            if (until > begin) {
                double from = Math.max(begin, last);
                all += Math.max(0, until - from);
                last = Math.max(last, until);
            }
        }
        assertEquals(all / at, CarrierTail.allHeld(1.5, List.of(), 4), 0.01);
    }
}
