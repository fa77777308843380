package io.heddle.race.load;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SteadyTestTest {

    @Test
    void aTrendThatMattersIsNotSteady() {
        assertFalse(SteadyTest.steady(new double[] {50, 60, 68, 75, 81, 86, 90, 93, 95, 97}));
        assertFalse(SteadyTest.steady(new double[] {97, 95, 93, 90, 86, 81, 75, 68, 60, 50}));
        // S = 27, though two values are out of order
        assertFalse(SteadyTest.steady(new double[] {50, 68, 60, 75, 86, 81, 90, 95, 93, 97}));
    }

    @Test
    void aTrendTooSmallToMatterIsSteady() {
        assertTrue(
                SteadyTest.steady(new double[] {100, 100.1, 100.2, 100.3, 100.4, 100.5, 100.6, 100.7, 100.8, 100.9}));
    }

    @Test
    void burstsWithoutTrendAreSteady() {
        assertTrue(SteadyTest.steady(new double[] {80, 100, 80, 80, 100, 80, 100, 80, 80, 100}));
        assertTrue(SteadyTest.steady(new double[10]));
    }

    @Test
    void noiseIsCalledATrendInOneOfTwentyAtMost() {
        Random random = new Random(3);
        int wrong = 0;
        int series = 20_000;
        for (int i = 0; i < series; i++) {
            double[] slices = new double[SteadyTest.SLICES];
            for (int slice = 0; slice < slices.length; slice++) {
                slices[slice] = 100 * (1 + random.nextGaussian());
            }
            wrong += SteadyTest.steady(slices) ? 0 : 1;
        }
        assertEquals(0.045, (double) wrong / series, 0.006);
    }

    @Test
    void looksBackAsManyMeanLatenciesAsAskedFor() {
        // 400 connections and a pool of 20: the first latencies are 100 ms, the mean is 2 s
        assertEquals(4.0, steadyAfter(new ClosedLoop(), 400, 20, 100, 0.5, 2), 0.3);
        assertEquals(0.5, steadyAfter(new ClosedLoop(), 20, 20, 100, 0.5, 2), 0.11);
    }

    @Test
    void anOverloadedOpenLoopIsNeverSteady() {
        // 300 a second for a pool that does 200
        assertEquals(Double.POSITIVE_INFINITY, steadyAfter(new OpenLoop(300), 400, 20, 100, 0.5, 2));
        assertTrue(steadyAfter(new OpenLoop(150), 400, 20, 100, 0.5, 2) < 2);
    }

    @Test
    void withoutAnyAnswerNothingIsSteady() {
        assertEquals(Double.POSITIVE_INFINITY, steadyAfter(new ClosedLoop(), 10, 0, 100, 0.5, 0));
    }

    /// Seconds until the test says steady; infinite when it does not within a minute. A pool of 0 never answers.
    private static double steadyAfter(
            Scheduler scheduler, int connections, int pool, long serviceMillis, double least, int latencies) {
        VirtualTime time = new VirtualTime();
        long[] freeAt = new long[Math.max(1, pool)];
        int[] turn = {0};
        SimulatedTarget target = new SimulatedTarget(time, scheduler, connections, sent -> {
            if (pool == 0) {
                return Long.MAX_VALUE;
            }
            int mine = turn[0]++ % pool;
            freeAt[mine] = Math.max(sent, freeAt[mine]) + MILLISECONDS.toNanos(serviceMillis);
            return freeAt[mine];
        });
        SteadyTest test = new SteadyTest(scheduler instanceof OpenLoop, (long) (least * 1e9), latencies);
        for (long tick = MILLISECONDS.toNanos(50); tick < SECONDS.toNanos(60); tick += MILLISECONDS.toNanos(50)) {
            time.runUntil(tick);
            if (test.steadyAt(target.snapshot())) {
                return tick / 1e9;
            }
        }
        return Double.POSITIVE_INFINITY;
    }
}
