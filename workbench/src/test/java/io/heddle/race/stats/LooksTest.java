package io.heddle.race.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LooksTest {

    private static final double ALPHA = 0.05;
    private static final int MOST = 20;

    /// How a synthetic race ended.
    private record End(int repetitions, boolean holds, boolean narrow) {}

    /// Throughput of a JVM varies log-normally, as between the JVMs of one arm on a noisy machine.
    private static End race(SplittableRandom random, double noise, double trueRatio, double within) {
        List<Double> above = new ArrayList<>();
        List<Double> below = new ArrayList<>();
        while (true) {
            above.add(trueRatio * Math.exp(noise * random.nextGaussian()));
            below.add(Math.exp(noise * random.nextGaussian()));
            MeanRatio ratio = MeanRatio.of(above, below);
            double confidence = Looks.confidence(above.size(), ALPHA);
            boolean narrow = above.size() >= Looks.FIRST && Looks.narrow(ratio, confidence, within);
            if (narrow || above.size() == MOST) {
                boolean holds = ratio.interval(confidence).low() <= trueRatio
                        && trueRatio <= ratio.interval(confidence).high();
                return new End(above.size(), holds, narrow);
            }
        }
    }

    @Test
    void stoppingWhenNarrowMissesTheTruthInOneOfTwentyAtMost() {
        SplittableRandom random = new SplittableRandom(1);
        for (double noise : new double[] {0.01, 0.02, 0.05}) {
            for (double ratio : new double[] {1, 1.1}) {
                int missed = 0;
                for (int race = 0; race < 10_000; race++) {
                    missed += race(random, noise, ratio, 0.05).holds() ? 0 : 1;
                }
                assertTrue(missed <= 500, missed + " of 10,000 at noise " + noise);
            }
        }
    }

    @Test
    void eachLookIsSurerThanTheLast() {
        assertEquals(0.975, Looks.confidence(3, ALPHA), 1e-12);
        assertEquals(0.975, Looks.confidence(2, ALPHA), 1e-12);
        assertEquals(1 - 0.05 / 6, Looks.confidence(4, ALPHA), 1e-12);
    }

    @Test
    void aQuietMachineNeedsFewJvmsAndALoudOneStaysWide() {
        SplittableRandom random = new SplittableRandom(2);
        int quiet = 0;
        for (int race = 0; race < 200; race++) {
            End end = race(random, 0.01, 1, 0.05);
            assertTrue(end.narrow());
            quiet += end.repetitions();
        }
        assertTrue(quiet < 200 * 5, "mean of " + quiet / 200.0);
        assertFalse(race(random, 0.5, 1, 0.05).narrow());
    }
}
