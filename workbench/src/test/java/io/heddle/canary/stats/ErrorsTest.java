package io.heddle.canary.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ErrorsTest {

    private static final double ALPHA = 0.1;

    @Test
    void withoutErrorsOnlyTheRateIsBounded() {
        Errors errors = new Errors(Slice.Arm::errors);
        for (int i = 0; i < 100; i++) {
            errors.add(slice(100, 0, 50, 0));
        }
        assertEquals(0, errors.low(ALPHA));
        assertEquals(Double.POSITIVE_INFINITY, errors.high(ALPHA));
        assertTrue(errors.highestShare(0.05) < 0.002, "" + errors.highestShare(0.05));
    }

    @Test
    void equalRatesAreRefutedNoMoreOftenThanAlphaWhileTheWeightChanges() {
        int runs = 1_000;
        int refuted = 0;
        for (int run = 0; run < runs; run++) {
            SplittableRandom random = new SplittableRandom(run);
            Errors errors = new Errors(Slice.Arm::errors);
            boolean out = false;
            for (int i = 0; i < 400; i++) {
                int canary = i < 100 ? 2 : i < 200 ? 10 : i < 300 ? 40 : 100;
                errors.add(slice(200 - canary, failed(200 - canary, random), canary, failed(canary, random)));
                out |= errors.low(ALPHA) > 1 || errors.high(ALPHA) < 1;
            }
            refuted += out ? 1 : 0;
        }
        assertTrue(refuted <= runs * (ALPHA + 3 * Math.sqrt(ALPHA * (1 - ALPHA) / runs)), refuted + " of " + runs);
    }

    @Test
    void doubledErrorsAreShownByTheRatioAndByBlocks() {
        SplittableRandom random = new SplittableRandom(5);
        Errors errors = new Errors(Slice.Arm::errors);
        for (int i = 0; i < 600; i++) {
            errors.add(slice(80, failed(80, random), 80, failed(80, random) + failed(80, random)));
        }
        assertTrue(errors.low(0.02) > 1.1 && errors.high(0.02) < 3, errors.low(0.02) + "–" + errors.high(0.02));
        assertTrue(errors.excess().mean() > errors.excess().radius(0.02));
    }

    @Test
    void oneBurstOfErrorsIsOneEvent() {
        Errors errors = new Errors(Slice.Arm::errors);
        for (int i = 0; i < 100; i++) {
            errors.add(slice(80, i % 10 == 0 ? 1 : 0, 20, i == 50 ? 20 : 0));
        }
        assertTrue(errors.low(0.02) > 1.1, "the ratio alone is fooled: " + errors.low(0.02));
        assertFalse(errors.excess().mean() > errors.excess().radius(0.02));
    }

    private static int failed(int requests, SplittableRandom random) {
        int failed = 0;
        for (int i = 0; i < requests; i++) {
            failed += random.nextDouble() < 0.01 ? 1 : 0;
        }
        return failed;
    }

    private static Slice slice(int baseline, int baselineErrors, int canary, int canaryErrors) {
        Slice slice = new Slice();
        slice.arm(Side.BASELINE).take(10, 10, baseline - baselineErrors);
        slice.arm(Side.BASELINE).takeErrors(baselineErrors);
        slice.arm(Side.CANARY).take(10, 10, Math.max(0, canary - canaryErrors));
        slice.arm(Side.CANARY).takeErrors(canaryErrors);
        return slice;
    }
}
