package io.heddle.canary.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SequenceTest {

    /// The Bayes factor of a t statistic against a normal prior on the standardised effect, written out (Rouder et al.,
    /// Psychonomic Bulletin & Review 16, 2009, with a prior of fixed variance).
    private static double mixture(double t, double n) {
        double r = Sequence.PRIOR / (Sequence.PRIOR + n);
        double v = n - 1;
        return Math.sqrt(r) * Math.pow((1 + r * t * t / v) / (1 + t * t / v), -(v + 1) / 2);
    }

    @Test
    void atTheRadiusTheMixtureIsOneOverAlpha() {
        for (double n : new double[] {15, 40, 1_000}) {
            for (double alpha : new double[] {0.1, 0.02}) {
                assertEquals(1 / alpha, mixture(Sequence.radius(n, alpha), n), 1e-6 / alpha);
            }
        }
    }

    @Test
    void fewValuesBoundNothing() {
        assertEquals(Double.POSITIVE_INFINITY, Sequence.radius(2, 0.02));
    }

    @Test
    void normalValuesOfAnySpreadLeaveItNoMoreOftenThanAlpha() {
        int runs = 4_000;
        int left = 0;
        for (int run = 0; run < runs; run++) {
            SplittableRandom random = new SplittableRandom(run);
            double spread = Math.exp(random.nextGaussian());
            double sum = 0;
            double squares = 0;
            boolean out = false;
            for (int n = 1; n <= 400; n++) {
                double x = spread * random.nextGaussian();
                sum += x;
                squares += x * x;
                double deviation = Math.sqrt(Math.max(0, squares - sum * sum / n) / Math.max(1, n - 1));
                out |= n >= 2 && Math.abs(sum / n) > deviation / Math.sqrt(n) * Sequence.radius(n, 0.1);
            }
            left += out ? 1 : 0;
        }
        // Three standard errors above 10 %.
        assertTrue(left <= runs * (0.1 + 3 * Math.sqrt(0.09 / runs)), left + " of " + runs);
    }
}
