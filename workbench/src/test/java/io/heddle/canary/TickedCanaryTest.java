package io.heddle.canary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.canary.Ticked.Clocks;
import io.heddle.canary.Ticked.Form;
import io.heddle.canary.stats.Outcome;
import io.heddle.canary.stats.Side;
import io.heddle.model.Canary;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Latencies that differ by less than a tick of the clock, and answers of another class: the short form of
/// `./dev bench canary 300 ticks`.
class TickedCanaryTest {

    private static final double SECONDS = 60;
    private static final double RATE = 100;

    @ParameterizedTest
    @CsvSource({
        "9.97, 0.02, NORMAL, 1.006, DOWN",
        "7.8, 0.05, NORMAL, 1.05, DOWN",
        "9.97, 0.02, TWO_POINTS, 1.006, DOWN",
        "9.47, 0.02, SKEWED, 1.006, NEAREST",
        "9.99, 0.02, NORMAL, 1.006, UP",
        "9.97, 0.02, NORMAL, 1.006, BASELINE_ONLY",
        "5.3, 0.3, TWO_POINTS, 1.1, DOWN",
        "59.9, 0.3, SKEWED, 1.1, DOWN",
        "13.6, 0.6, NORMAL, 1.1, NEAREST",
    })
    void whatTheTickHidesDoesNotFail(double level, double spread, Form form, double times, Clocks clock) {
        for (int run = 0; run < 3; run++) {
            assertEquals(
                    Double.POSITIVE_INFINITY,
                    new Ticked(level, spread, form, times, 0, clock, RATE)
                            .run(SECONDS, run)
                            .failed());
        }
    }

    @ParameterizedTest
    @CsvSource({"5.3", "10.5", "30.8"})
    void twoTicksBeyondTheToleranceFailAsSoonAsEver(double level) {
        Ticked worse = new Ticked(level, 0.1, Form.NORMAL, 1.1, 2, Clocks.DOWN, RATE);
        double fine = worse.with(Clocks.FINE).run(SECONDS, 1).failed();
        assertTrue(worse.run(SECONDS, 1).failed() <= 1.2 * fine, () -> "as with a fine clock: " + fine);
    }

    @Test
    void undecidedSaysWhichClockWouldDecide() {
        Judge judge = new Judge(CanaryPlan.DEFAULT, true);
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < 6_000; i++) {
            Side side = random.nextBoolean() ? Side.CANARY : Side.BASELINE;
            judge.take(side, 1_700_000_000 + i / 100.0, side == Side.CANARY ? 10 : 9, Outcome.SERVED);
        }
        Canary look = judge.look();
        assertEquals(Canary.Kind.UNDECIDED, look.kind());
        assertEquals(
                "p50 cannot be told by a clock with ticks of 1 ms, which leaves 1.00–1.22×: latencies in ticks of 0.1 ms,"
                        + " or a tolerance of 24 %, would decide",
                look.reason());
    }

    /// @param baseline share of its requests that are refused
    @ParameterizedTest
    @CsvSource({
        "0, 0.5, FAIL",
        "0, 0.05, FAIL",
        "0.05, 0.2, FAIL",
        "0.2, 0.2, PASS",
        "0.5, 0.5, PASS",
        "0.5, 0, PASS",
        "0.2, 0.02, PASS",
        "0, 0, PASS",
    })
    void refusalsThatTheBaselineDoesNotHaveFail(double baseline, double canary, Canary.Kind kind) {
        for (int run = 0; run < 3; run++) {
            Judge judge = new Judge(CanaryPlan.DEFAULT, true);
            SplittableRandom random = new SplittableRandom(run);
            for (int i = 0; i < 60_000; i++) {
                Side side = random.nextBoolean() ? Side.CANARY : Side.BASELINE;
                boolean refused = random.nextDouble() < (side == Side.CANARY ? canary : baseline);
                double millis = 20 * Math.exp(0.3 * random.nextGaussian());
                judge.take(side, 1_700_000_000 + i / 500.0, millis, Outcome.of(refused ? 429 : 200));
            }
            assertEquals(kind, judge.look().kind(), judge.look().reason());
        }
    }
}
