package io.heddle.canary.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StatisticTest {

    @Test
    void aSmallCanaryIsNotSlowerForBeingSmall() {
        for (Statistic.OfQuantile quantile : List.of(
                new Statistic.OfQuantile(0.5), new Statistic.OfQuantile(0.95), new Statistic.OfQuantile(0.99))) {
            SplittableRandom random = new SplittableRandom(3);
            int blocks = 1_500;
            double sum = 0;
            double squares = 0;
            for (int block = 0; block < blocks; block++) {
                Slice slice = new Slice();
                fill(slice.arm(Side.CANARY), (int) quantile.least(), random);
                fill(slice.arm(Side.BASELINE), 4 * (int) quantile.least(), random);
                double ratio = quantile.logRatio(slice, Grids.FINE, random).middle();
                sum += ratio;
                squares += ratio * ratio;
            }
            double mean = sum / blocks;
            double error = Math.sqrt((squares / blocks - mean * mean) / blocks);
            assertTrue(Math.abs(mean) < 3.5 * error, quantile.name() + ": " + mean + " ± " + error);
        }
    }

    private static void fill(Slice.Arm arm, int count, SplittableRandom random) {
        for (int i = 0; i < count; i++) {
            arm.take(20 * Math.exp(0.6 * random.nextGaussian()) * (random.nextDouble() < 0.02 ? 8 : 1), Outcome.SERVED);
        }
    }

    @Test
    void ticksDoNotMakeItJump() {
        Slice slice = new Slice();
        for (int i = 0; i < 1_000; i++) {
            slice.arm(Side.BASELINE).take(i < 490 ? 2 : 3, Outcome.SERVED);
            slice.arm(Side.CANARY).take(i < 510 ? 2 : 3, Outcome.SERVED);
        }
        // Half of the requests took less than about 3 ms in both arms, not 2 ms in one and 3 ms in the other.
        Ticks ticks = new Ticks();
        for (int i = 0; i < 1_000; i++) {
            ticks.take(2_000);
            ticks.take(3_000);
        }
        Span ratio =
                new Statistic.OfQuantile(0.5).logRatio(slice, Grids.of(ticks, ticks, true), new SplittableRandom(4));
        assertEquals(Math.log(2.98 / 3.02), ratio.middle(), 0.005);
        // Nothing lies around the two ticks: the median is anywhere in its own.
        assertEquals(Math.log(2 / 4.0), ratio.low(), 0.01);
        assertEquals(Math.log(3 / 3.0), ratio.high(), 0.01);
    }

    @Test
    void namesAreThoseOfTheContract() {
        assertEquals("p50", new Statistic.OfQuantile(0.5).name());
        assertEquals("p99", new Statistic.OfQuantile(0.99).name());
        assertEquals("p999", new Statistic.OfQuantile(0.999).name());
    }
}
