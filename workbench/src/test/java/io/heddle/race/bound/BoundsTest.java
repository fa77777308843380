package io.heddle.race.bound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Arm;
import io.heddle.model.Bound;
import io.heddle.model.Failure;
import io.heddle.model.LatencyMillis;
import io.heddle.model.Load;
import io.heddle.model.PoolUse;
import io.heddle.model.Trial;
import io.heddle.race.plan.ToldPool;
import io.heddle.race.trial.TrialOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class BoundsTest {

    private static final Arm PLATFORM = new Arm("platform", Arm.Mode.PLATFORM, OptionalInt.empty());
    private static final Arm VIRTUAL = new Arm("virtual", Arm.Mode.VIRTUAL, OptionalInt.empty());
    private static final ServiceTime.PathPool POOL = new ServiceTime.PathPool("HikariPool-1", "HikariCP", 20, 1.0, 101);

    @Test
    void poolOfTwentyIsLeast() {
        List<Bound> bounds =
                Bounds.of(new ServiceTime("/api/users", 102, 20, List.of(POOL), 0), PLATFORM, 400, 200, List.of());
        assertEquals(
                List.of(Bound.Kind.POOL, Bound.Kind.THREADS, Bound.Kind.CONNECTIONS),
                bounds.stream().map(Bound::kind).toList());
        assertEquals(20 / 0.101, bounds.getFirst().throughput(), 1e-9);
        assertEquals("pool HikariPool-1 (20 connections / 101 ms ≈ 198/s)", Bounds.describe(bounds.getFirst()));
    }

    @Test
    void virtualArmHasNoBoundByThreads() {
        List<Bound> bounds =
                Bounds.of(new ServiceTime("/api/quote", 300, 20, List.of(), 0), VIRTUAL, 400, 0, List.of());
        assertEquals(
                List.of(Bound.Kind.CONNECTIONS),
                bounds.stream().map(Bound::kind).toList());
        assertEquals(400 / 0.3, bounds.getFirst().throughput(), 1e-9);
    }

    @Test
    void aPoolThatIsToldBoundsUntilItIsRefuted() {
        ServiceTime service = new ServiceTime("/", 100, 20, List.of(), 0);
        ToldPool orders = ToldPool.parse("orders-db=20");
        Bound bound = Bounds.of(service, VIRTUAL, 400, 0, List.of(orders)).getFirst();
        assertEquals(200, bound.throughput(), 1e-9);
        assertEquals("20 told / 100 ms, if held for the whole request", bound.why());
        assertTrue(orders.refutedBy(230, 100, 1.03) && !orders.refutedBy(205, 100, 1.03));
        assertTrue(orders.refuted(230).contains("87.0 ms at most"), orders.refuted(230));
        ToldPool known = ToldPool.parse("orders-db=20/50ms");
        assertEquals(
                400,
                Bounds.of(service, VIRTUAL, 400, 0, List.of(known)).getFirst().throughput(),
                1e-9);
        assertTrue(!known.refutedBy(1_000, 100, 1.03));
        for (String wrong : List.of("orders", "=20", "orders=0", "orders=x", "orders=20/5", "orders=20/0ms")) {
            assertThrows(Failure.class, () -> ToldPool.parse(wrong), wrong);
        }
    }

    @Test
    void requestThatBorrowsTwiceHalvesThePool() {
        ServiceTime.PathPool twice = new ServiceTime.PathPool("p", "HikariCP", 20, 2.0, 50);
        Bound bound = Bounds.of(new ServiceTime("/", 110, 20, List.of(twice), 0), VIRTUAL, 400, 0, List.of())
                .getFirst();
        assertEquals(200, bound.throughput(), 1e-9);
        assertEquals("20 connections / (2.00 × 50.0 ms)", bound.why());
    }

    @Test
    void cpuBoundsByWhatATrialSpent() {
        Bound bound = Bounds.byCpu(new ServiceTime("/", 10, 200, List.of(), 50), VIRTUAL, 400, 2, 1.25);
        assertEquals(1_600, bound.throughput(), 1e-9);
        assertEquals("CPU (2 cores / 1.25 ms CPU in a trial ≈ 1,600/s)", Bounds.describe(bound));
    }

    @Test
    void shorterHoldInATrialRaisesTheBound() {
        ServiceTime service = new ServiceTime("/", 110, 20, List.of(POOL), 0);
        PoolUse use = new PoolUse("HikariPool-1", "HikariCP", 20, 20, 5, 1_000, 100, 101);
        assertEquals(
                200,
                service.refined(120, List.of(use), 1_000).pools().getFirst().bound(),
                1e-9);
        PoolUse slower = new PoolUse("HikariPool-1", "HikariCP", 20, 20, 5, 1_000, 150, 160);
        assertEquals(
                20 / 0.101,
                service.refined(120, List.of(slower), 1_000).pools().getFirst().bound(),
                1e-9);
        assertTrue(service.refined(90, List.of(), 1_000).millis() == 90);
    }

    /// Connections that requests of the warm-up still held made it 1.47 for each; and of a trial whose requests
    /// fail nothing is learned.
    @Test
    void fewerHoldsInATrialRaiseTheBound() {
        ServiceTime busy = new ServiceTime(
                "/", 110, 20, List.of(new ServiceTime.PathPool("HikariPool-1", "HikariCP", 20, 1.47, 100)), 0);
        PoolUse use = new PoolUse("HikariPool-1", "HikariCP", 20, 20, 5, 1_020, 100, 101);
        assertEquals(
                200, busy.refined(120, List.of(use), 1_000).pools().getFirst().bound(), 1e-9);
        assertEquals(
                20 / 0.147,
                busy.refined(120, List.of(use), 0).pools().getFirst().bound(),
                1e-9);
        PoolUse half = new PoolUse("HikariPool-1", "HikariCP", 20, 20, 5, 500, 100, 101);
        assertEquals(
                400, busy.refined(120, List.of(half), 1_000).pools().getFirst().bound(), 1e-9);
        PoolUse more = new PoolUse("HikariPool-1", "HikariCP", 20, 20, 5, 1_900, 100, 101);
        assertEquals(
                20 / 0.147,
                busy.refined(120, List.of(more), 1_000).pools().getFirst().bound(),
                1e-9);
        assertFalse(busy.isWhole());
        assertEquals(
                1.0,
                ServiceTime.lessBusy(busy, new ServiceTime("/", 110, 20, List.of(POOL), 0))
                        .pools()
                        .getFirst()
                        .perRequest());
    }

    @Test
    void whatATrialShowedHoldsForThoseAfterIt() {
        ServiceTime cold = new ServiceTime("/", 104, 200, List.of(POOL), 0);
        PoolUse use = new PoolUse("HikariPool-1", "HikariCP", 20, 20, 5, 1_400, 100, 101);
        ServiceTime warm = cold.learned(outcome(101, 0, use));
        assertEquals(101, warm.millis());
        assertEquals(200, warm.pools().getFirst().bound(), 1e-9);
        // saturated, it waits for threads
        assertEquals(
                101,
                warm.learned(outcome(101, 0, use)).refined(600, List.of(), 0).millis());
        assertEquals(cold, cold.learned(outcome(0.4, 3, use)));
    }

    private static TrialOutcome outcome(double serviceMillis, long errors, PoolUse use) {
        Trial trial = new Trial(
                "platform",
                1,
                "/",
                new Load.Open(140, 400),
                10,
                140,
                null,
                1_400,
                errors,
                0,
                Map.of(),
                0,
                new LatencyMillis(101, 101, 102, 103, 103, 103, List.of()),
                0.0,
                1,
                1,
                0.5,
                1_000,
                30,
                null,
                null,
                List.of(),
                List.of(use),
                1.0,
                true,
                List.of(),
                null);
        return new TrialOutcome(trial, List.of(), serviceMillis, false, false, Instant.EPOCH, Instant.EPOCH);
    }

    @Test
    void holdThatIsMissingAtTheEdgeOfTheWindowIsNoCheaperRequest() {
        PoolUse nine = new PoolUse("HikariPool-1", "HikariCP", 20, 1, 0, 9, 101, 101);
        assertEquals(1, ServiceTime.PathPool.of(nine, 10).perRequest());
        ServiceTime short7 = new ServiceTime(
                "/", 110, 10, List.of(new ServiceTime.PathPool("HikariPool-1", "HikariCP", 20, 0.7, 100)), 0);
        PoolUse all = new PoolUse("HikariPool-1", "HikariCP", 20, 20, 5, 295, 100, 101);
        assertEquals(
                200, short7.refined(120, List.of(all), 300).pools().getFirst().bound(), 1e-9);
        PoolUse half = new PoolUse("HikariPool-1", "HikariCP", 20, 1, 0, 500, 101, 101);
        assertEquals(0.5, ServiceTime.PathPool.of(half, 1_000).perRequest());
    }

    /// A full pool answers in bursts of its size, and a burst at each edge of the window may be seen without its holds.
    @Test
    void aBurstThatIsMissingAtEachEdgeOfTheWindowIsNoCheaperRequest() {
        ServiceTime once = new ServiceTime("/", 110, 200, List.of(POOL), 0);
        PoolUse burst = new PoolUse("HikariPool-1", "HikariCP", 20, 20, 5, 264, 100, 101);
        assertEquals(
                200, once.refined(120, List.of(burst), 300).pools().getFirst().bound(), 1e-9);
        PoolUse many = new PoolUse("HikariPool-1", "HikariCP", 20, 20, 5, 2_640, 100, 101);
        assertEquals(
                200 / 0.88,
                once.refined(120, List.of(many), 3_000).pools().getFirst().bound(),
                1e-9);
    }
}
