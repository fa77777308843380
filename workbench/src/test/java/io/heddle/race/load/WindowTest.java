package io.heddle.race.load;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowTest {

    private static final long CYCLE = MILLISECONDS.toNanos(100);

    /// Wherever in the cycle the window begins, and whatever part of a cycle its end leaves over.
    @ParameterizedTest
    @CsvSource({
        "400, 20, 100, 0, 3000",
        "400, 20, 100, 0, 10000",
        "400, 20, 100, 20, 10000",
        "333, 20, 100, 30, 8325",
        "400, 200, 300, 20, 3000",
        "400, 200, 300, 150, 3000",
        "500, 200, 300, 30, 3750",
        "64, 50, 1000, 100, 6400",
        "64, 50, 1000, 0, 10000",
        "40, 40, 51, 15, 2500",
        "40, 40, 50, 0, 10000"
    })
    void burstsWeighTheSameWhereverTheWindowBeginsAndEnds(
            int connections, int pool, int cycleMillis, int blurMillis, int millis) {
        Random random = new Random(1);
        double sum = 0;
        int windows = 50;
        for (int offset = 0; offset < windows; offset++) {
            Window window = pool(
                    connections, pool, cycleMillis, blurMillis, millis, 5_000 + cycleMillis * offset / windows, random);
            double rate = 1e3 * pool / cycleMillis;
            assertEquals(1, window.throughput() / rate, 0.013, "offset " + offset);
            assertEquals(1, window.little(), 0.02, "offset " + offset);
            assertEquals(connections, window.meanConcurrency(), 1e-6);
            assertFalse(window.silent());
            sum += window.throughput() / rate;
        }
        assertEquals(1, sum / windows, 0.006);
    }

    @Test
    void betweenTwoMomentsBurstsWouldNot() {
        // what the window avoids: 177 of a first burst, and nine more, in the time of nine and a half
        Window window = pool(400, 200, 300, 20, 2_826, 5_105, new Random(1));
        double between = window.answered() / window.seconds();
        assertTrue(Math.abs(between / 666.7 - 1) > 0.04, "between " + between);
        assertEquals(666.7, window.throughput(), 4);
    }

    /// All carriers are held again and again: what completes between two such stalls is fast, and what waited is slow.
    @ParameterizedTest
    @CsvSource({"40, 150, 300, 1500", "40, 30, 300, 1500", "40, 150, 300, 3000"})
    void stallsOfAllRequestsDoNotBreakLittlesLaw(int connections, int freeMillis, int stallMillis, int millis) {
        int windows = 50;
        for (int offset = 0; offset < windows; offset++) {
            VirtualTime time = new VirtualTime();
            long cycle = MILLISECONDS.toNanos(freeMillis + stallMillis);
            SimulatedTarget target = new SimulatedTarget(time, new ClosedLoop(), connections, sent -> {
                long done = sent + MILLISECONDS.toNanos(5);
                boolean stalled = done % cycle >= MILLISECONDS.toNanos(freeMillis);
                return stalled ? done - done % cycle + cycle : done;
            });
            long begin = 5_000 + (freeMillis + stallMillis) * offset / windows;
            Window window = window(time, target, new Load.Closed(connections), millis, begin, 0);
            assertEquals(1, window.little(), 0.035, "offset " + offset);
        }
    }

    @Test
    void oneConnectionCountsItsIntervals() {
        VirtualTime time = new VirtualTime();
        SimulatedTarget target = new SimulatedTarget(time, new ClosedLoop(), 1, sent -> sent + 3 * CYCLE);
        Window window = window(time, target, new Load.Closed(1), 10_000, 1_450, 0);
        assertEquals(1 / 0.3, window.throughput(), 0.01);
        assertEquals(1, window.little(), 0.003);
    }

    @Test
    void aTargetThatFallsSilentHasNotServedAtTheRateOfItsFirstSeconds() {
        VirtualTime time = new VirtualTime();
        SimulatedTarget target = new SimulatedTarget(
                time, new ClosedLoop(), 10, sent -> sent < SECONDS.toNanos(4) ? sent + CYCLE : Long.MAX_VALUE);
        Window window = window(time, target, new Load.Closed(10), 10_000, 1_000, SECONDS.toNanos(4));
        assertTrue(window.silent());
        // 100 a second for three of ten seconds
        assertEquals(30, window.throughput(), 0.5);
    }

    @Test
    void aStallOfNearlyTheWholeMeasurementIsNotCutOffIt() {
        VirtualTime time = new VirtualTime();
        long stall = MILLISECONDS.toNanos(1_010);
        SimulatedTarget target = new SimulatedTarget(
                time,
                new ClosedLoop(),
                4,
                sent -> sent < stall ? sent + MILLISECONDS.toNanos(5) : sent + MILLISECONDS.toNanos(1_900));
        Window window = window(time, target, new Load.Closed(4), 1_000, 1_000, 0);
        // two or three rounds of four, then none for most of a second
        assertTrue(window.throughput() <= 12, "throughput " + window.throughput());
    }

    @Test
    void aWindowWithoutCompletionsIsEmptyAndNotAnError() {
        VirtualTime time = new VirtualTime();
        SimulatedTarget target = new SimulatedTarget(time, new ClosedLoop(), 3, _ -> Long.MAX_VALUE);
        Window window = window(time, target, new Load.Closed(3), 2_000, 100, 0);
        assertEquals(0, window.throughput());
        assertEquals(0, window.little());
        assertEquals(2, window.seconds(), 1e-9);
        assertEquals(3, window.meanConcurrency(), 1e-9);
        assertTrue(Double.isInfinite(window.meanLatency()));
    }

    /// @param blurMillis over how long the requests of a burst are answered
    private static Window pool(
            int connections, int pool, int cycleMillis, int blurMillis, int millis, int beginMillis, Random random) {
        VirtualTime time = new VirtualTime();
        long[] sent = {0};
        SimulatedTarget target = new SimulatedTarget(time, new ClosedLoop(), connections, _ -> {
            long burst = sent[0]++ / pool + 1;
            return MILLISECONDS.toNanos(burst * cycleMillis)
                    + (blurMillis == 0 ? 0 : random.nextLong(MILLISECONDS.toNanos(blurMillis)));
        });
        return window(time, target, new Load.Closed(connections), millis, beginMillis, 0);
    }

    private static Window window(
            VirtualTime time, SimulatedTarget target, Load load, long millis, long beginMillis, long oldest) {
        time.runUntil(MILLISECONDS.toNanos(beginMillis));
        target.tally().resetHistograms();
        List<Snapshot> seen = new ArrayList<>(List.of(target.snapshot()));
        long look = Math.clamp(millis / 200, 10, 50);
        for (long passed = look; passed < millis; passed += look) {
            time.runUntil(MILLISECONDS.toNanos(beginMillis + passed));
            seen.add(target.snapshot());
        }
        time.runUntil(MILLISECONDS.toNanos(beginMillis + millis));
        Snapshot close = target.snapshot();
        seen.add(
                oldest == 0
                        ? close
                        : new Snapshot(
                                close.at(),
                                close.lastCompletion(),
                                close.answered(),
                                close.errors(),
                                close.timeouts(),
                                close.kinds(),
                                close.inFlight(),
                                oldest,
                                close.area(),
                                close.latencySum(),
                                close.open(),
                                close.opened()));
        return Window.of(seen, load, target.tally().latency().getMaxValue());
    }
}
