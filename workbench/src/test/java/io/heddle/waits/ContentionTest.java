package io.heddle.waits;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ContentionTest {

    @Test
    void mostOfTheThreadsInEachSampleQueue() {
        assertTrue(Contention.shows(samples(12, 18), samples(12, 20)));
        assertTrue(Contention.shows(samples(3, 78), samples(3, 82)));
        assertTrue(Contention.shows(samples(1, 78), samples(1, 82)));
    }

    @Test
    void lessThanATenthIsEveryday() {
        assertFalse(Contention.shows(samples(40, 1), samples(40, 20)));
    }

    /// A twentieth of the time in which threads wait is seen by a few samples, and by chance by three of three.
    @Test
    void whatMayBeChanceDoesNotCount() {
        assertFalse(Contention.shows(samples(3, 1), samples(3, 4)));
        assertFalse(Contention.shows(new double[] {0, 6, 0}, samples(3, 20)));
        assertFalse(Contention.shows(samples(1, 4), samples(1, 4)));
    }

    @Test
    void oneBurstInManySamplesDoesNotCount() {
        double[] waiting = samples(40, 0);
        waiting[7] = 20;
        assertFalse(Contention.shows(waiting, samples(40, 20)));
    }

    private static double[] samples(int count, double threads) {
        double[] samples = new double[count];
        Arrays.fill(samples, threads);
        return samples;
    }
}
