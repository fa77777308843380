package io.heddle.race.load;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Load;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WindowTest {

    private static final long CYCLE = MILLISECONDS.toNanos(100);
    private static final int POOL = 20;
    private static final int CONNECTIONS = 400;

    /// 400 connections, a pool of 20, 100 ms a request: 200 a second in bursts of 20, wherever in the cycle the window begins.
    @Test
    void sharpBurstsAreCountedExactlyWhereverTheWindowBegins() {
        for (long seconds : new long[] {3, 10}) {
            for (int offset = 0; offset < 100; offset += 7) {
                Window window = pool(seconds, offset, 0, new Random(1));
                assertEquals(200, window.throughput(), 1e-6, seconds + " s from " + offset + " ms");
                assertEquals(1, window.little(), 0.001);
                assertEquals(CONNECTIONS, window.meanConcurrency(), 1e-6);
                assertEquals(2e9, window.meanLatency(), 0.05e9);
                assertFalse(window.silent());
            }
        }
    }

    @Test
    void blurredBurstsDoNotBiasTheRate() {
        Random random = new Random(2);
        double sum = 0;
        double squares = 0;
        double worst = 0;
        int windows = 300;
        for (int i = 0; i < windows; i++) {
            double error = pool(10, random.nextInt(100), MILLISECONDS.toNanos(20), random).throughput() / 200 - 1;
            sum += error;
            squares += error * error;
            worst = Math.max(worst, Math.abs(error));
        }
        assertEquals(0, sum / windows, 0.0005);
        assertTrue(Math.sqrt(squares / windows) < 0.003, "root mean square " + Math.sqrt(squares / windows));
        assertTrue(worst <= 0.01, "worst " + worst);
    }

    @Test
    void wholeCyclesCutBurstsAtTheSamePlace() {
        // 40 connections in step: all complete within 15 ms of each cycle of 50.7 ms
        double cycle = 50.7e6;
        for (int offset = 0; offset < 50; offset++) {
            VirtualTime time = new VirtualTime();
            SimulatedTarget target = new SimulatedTarget(time, new ClosedLoop(), 0, _ -> 0);
            Tally tally = target.tally();
            for (int connection = 0; connection < 40; connection++) {
                double phase = connection / 40.0 * 15e6;
                for (int turn = 1; turn < 100; turn++) {
                    long at = (long) (phase + turn * cycle);
                    time.at(at, () -> tally.answered(at - (long) cycle, at));
                    tally.begun(at - (long) cycle);
                }
            }
            time.runUntil((long) ((10 + offset / 50.0) * cycle));
            Snapshot open = target.snapshot();
            time.runUntil((long) ((30 + offset / 50.0) * cycle));
            Window window = Window.between(open, target.snapshot(), new Load.Closed(40), (long) cycle);
            assertEquals(40 / 0.0507, window.throughput(), 0.01, "offset " + offset);
        }
    }

    @Test
    void countingFromTheFirstToTheLastWouldBeWrong() {
        // what the window avoids: the same bursts, all of the first one counted
        Window window = pool(3, 50, 0, new Random(1));
        double inclusive = (window.answered() - 1) / (window.seconds() - 0.1);
        assertTrue(inclusive > 1.03 * 200, "inclusive " + inclusive);
    }

    @Test
    void oneConnectionCountsItsIntervals() {
        VirtualTime time = new VirtualTime();
        SimulatedTarget target = new SimulatedTarget(time, new ClosedLoop(), 1, sent -> sent + 3 * CYCLE);
        Window window = window(time, target, new Load.Closed(1), 10, 1_450, 0);
        assertEquals(1 / 0.3, window.throughput(), 1e-9);
        assertEquals(1, window.little(), 1e-9);
    }

    @Test
    void aTargetThatFallsSilentHasNotServedAtTheRateOfItsFirstSeconds() {
        VirtualTime time = new VirtualTime();
        SimulatedTarget target = new SimulatedTarget(time, new ClosedLoop(), 10,
                sent -> sent < SECONDS.toNanos(4) ? sent + CYCLE : Long.MAX_VALUE);
        Window window = window(time, target, new Load.Closed(10), 10, 1_000, SECONDS.toNanos(4));
        assertTrue(window.silent());
        // 100 a second for three of ten seconds
        assertEquals(30, window.throughput(), 0.5);
    }

    @Test
    void aStallOfNearlyTheWholeMeasurementIsNotCutOffIt() {
        VirtualTime time = new VirtualTime();
        long stall = MILLISECONDS.toNanos(1_010);
        SimulatedTarget target = new SimulatedTarget(time, new ClosedLoop(), 4,
                sent -> sent < stall ? sent + MILLISECONDS.toNanos(5) : sent + MILLISECONDS.toNanos(1_900));
        Window window = window(time, target, new Load.Closed(4), 1, 1_000, 0);
        // two or three rounds of four, then none for most of a second
        assertTrue(window.throughput() <= 12, "throughput " + window.throughput());
    }

    @Test
    void aWindowWithoutCompletionsIsEmptyAndNotAnError() {
        VirtualTime time = new VirtualTime();
        SimulatedTarget target = new SimulatedTarget(time, new ClosedLoop(), 3, _ -> Long.MAX_VALUE);
        Window window = window(time, target, new Load.Closed(3), 2, 100, 0);
        assertEquals(0, window.throughput());
        assertEquals(0, window.little());
        assertEquals(2, window.seconds(), 1e-9);
        assertEquals(3, window.meanConcurrency(), 1e-9);
        assertTrue(Double.isInfinite(window.meanLatency()));
    }

    private static Window pool(long seconds, int offsetMillis, long blur, Random random) {
        VirtualTime time = new VirtualTime();
        long[] sent = {0};
        SimulatedTarget target = new SimulatedTarget(time, new ClosedLoop(), CONNECTIONS, _ -> {
            long burst = sent[0]++ / POOL + 1;
            return burst * CYCLE + (blur == 0 ? 0 : random.nextLong(blur));
        });
        return window(time, target, new Load.Closed(CONNECTIONS), seconds, 5_000 + offsetMillis, 0);
    }

    private static Window window(VirtualTime time, SimulatedTarget target, Load load, long seconds, long beginMillis, long oldest) {
        time.runUntil(MILLISECONDS.toNanos(beginMillis));
        target.tally().resetHistograms();
        Snapshot open = target.snapshot();
        time.runUntil(MILLISECONDS.toNanos(beginMillis) + SECONDS.toNanos(seconds));
        Snapshot close = target.snapshot();
        Snapshot withOldest = oldest == 0 ? close
                : new Snapshot(close.at(), close.lastCompletion(), close.answered(), close.errors(), close.timeouts(), close.kinds(),
                        close.inFlight(), oldest, close.area(), close.latencySum(), close.open(), close.opened());
        return Window.between(open, withOldest, load, target.tally().latency().getMaxValue());
    }
}
