package io.heddle.race.overload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Bound;
import io.heddle.model.Overload.Limit;
import io.heddle.model.PoolUse;
import io.heddle.race.arm.Occupancy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PermitsTest {

    private static final PoolUse FULL = new PoolUse("HikariPool-1", "HikariCP", 20, 20, 180, 1_000, 100, 101);
    private static final PoolUse HALF = new PoolUse("HikariPool-1", "HikariCP", 20, 12, 0, 1_000, 100, 101);
    private static final Bound POOL =
            new Bound("/", "virtual", 400, Bound.Kind.POOL, "HikariPool-1", 200, "20 / 100 ms", 20);
    private static final Bound LOCK = new Bound("/", "virtual", 400, Bound.Kind.LOCK, "a.B.c", 48, "1 / 21 ms", 1);
    private static final HeapUse SMALL = new HeapUse(100 << 20, 1 << 30, 50 << 20, 90 << 20, 40, 1 << 20);

    @Test
    void aFullPoolNeedsItsRateTimesTheWholeRequest() {
        assertEquals(
                new Limit("pool", "HikariPool-1", 30, "200/s × 150 ms"),
                Permits.of(seen(190, 150, List.of(POOL), List.of(FULL), 0.5, 0, SMALL)));
    }

    @Test
    void aPoolThatIsNotFullLimitsNothing() {
        assertEquals(
                "downstream",
                Permits.of(seen(190, 150, List.of(POOL), List.of(HALF), 0.5, 0, SMALL))
                        .kind());
    }

    @Test
    void fiftyPlacesNeedFiftyPermits() {
        assertEquals(
                new Limit("downstream", "", 50, "250/s × 200 ms"),
                Permits.of(seen(250, 200, List.of(), List.of(), 0.3, 0, SMALL)));
    }

    @Test
    void theServersThreadsLimitWhereTheirBoundIsReached() {
        assertEquals(
                "threads",
                Permits.of(seen(980, 200, List.of(), List.of(), 0.5, 200, SMALL))
                        .kind());
        assertEquals(
                "downstream",
                Permits.of(seen(250, 200, List.of(), List.of(), 0.5, 200, SMALL))
                        .kind());
    }

    @Test
    void aLockLetsOneThrough() {
        assertEquals(
                new Limit("lock", "a.B.c", 2, "48.0/s × 21.0 ms"),
                Permits.of(seen(47, 21, List.of(LOCK), List.of(), 0.2, 0, SMALL)));
    }

    @Test
    void aBusyProcessorLimits() {
        assertEquals(
                "cpu",
                Permits.of(seen(5_000, 1, List.of(), List.of(), 0.95, 0, SMALL)).kind());
    }

    @Test
    void aFullHeapGoesFirst() {
        HeapUse full = HeapUse.of(samples(1 << 20), 2_000);
        Limit limit = Permits.of(seen(190, 150, List.of(POOL), List.of(FULL), 1, 0, full));
        assertEquals("heap", limit.kind());
        // 0.7 × 256 MB less 20 MB, in requests of 1 MB
        assertEquals(159, limit.permits(), 1);
    }

    @Test
    void aRequestHoldsNoMoreThanItAllocates() {
        HeapUse use = HeapUse.of(samples(2 << 20), 2_000);
        assertEquals(2 << 20, use.bytesPerRequest(), 100_000);
        assertEquals(79, use.permits(), 1);
    }

    @Test
    void nothingIsKnownOfAServiceWithoutAnAgent() {
        assertEquals(HeapUse.UNKNOWN, HeapUse.of(List.of(), 2_000));
        assertEquals(0, HeapUse.UNKNOWN.permits());
    }

    /// A heap of 256 MB of which 20 MB live without requests, and ever more requests until nine tenths are full. Each
    /// allocates what it holds, ten begin in each sample, and each third sample is just after a collection.
    private static List<Occupancy> samples(int bytesEach) {
        long size = 256L << 20;
        int most = (int) ((0.9 * size - (20 << 20)) / bytesEach);
        List<Occupancy> samples = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int running = Math.min(most, i / 3 * most / 10);
            long lives = (20L << 20) + (long) running * bytesEach;
            samples.add(new Occupancy(i * 200L, 10, running, Math.min(size, lives + i % 3 * 10L * bytesEach), size));
        }
        return samples;
    }

    private static Permits.Seen seen(
            double capacity,
            double millis,
            List<Bound> bounds,
            List<PoolUse> pools,
            double busy,
            int threads,
            HeapUse heap) {
        return new Permits.Seen(capacity, millis, bounds, pools, busy, busy, threads, threads, heap, false);
    }
}
