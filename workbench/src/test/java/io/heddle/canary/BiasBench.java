package io.heddle.canary;

import io.heddle.canary.stats.SmallSamples;
import java.util.Locale;

/// How far the ratio of equal arms is off on average, where one has a quarter of the other's requests: as it is, and
/// compared with equally small samples.
final class BiasBench {

    private static final int BLOCKS = 10_000;

    private BiasBench() {}

    static void run() {
        System.out.println("| quantile | requests | plain | matched |");
        System.out.println("|---|---|---|---|");
        for (double q : new double[] {0.5, 0.95, 0.99}) {
            for (int times : new int[] {1, 4, 20}) {
                SmallSamples.Bias bias = SmallSamples.measure(q, times, BLOCKS / times);
                System.out.printf(
                        Locale.ROOT,
                        "| p%.0f | %,d and %,d | %+.2f ± %.2f %% | %+.2f ± %.2f %% |%n",
                        q * 100,
                        bias.requests(),
                        4 * bias.requests(),
                        100 * bias.plain().mean(),
                        200 * bias.plain().error(),
                        100 * bias.matched().mean(),
                        200 * bias.matched().error());
            }
        }
    }
}
