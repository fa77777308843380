package io.heddle.race.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Bound;
import io.heddle.model.Load;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Which loads need no further JVM.
class EndedLoadsTest extends SyntheticTrials {

    @Test
    void closedLoadThatOneBoundLimitsInBothArmsEnds() {
        one(FEW, pool(198), 196, 197);
        one(MOST, connections(1_300), 1_290, 1_295);
        assertEquals(Set.of(FEW, MOST), Set.copyOf(ended()));
    }

    @Test
    void gainGoesOn() {
        add(PLATFORM, 1, MOST, threads(662), 659, 20, 0);
        add(VIRTUAL, 1, MOST, connections(1_300), 1_261, 20, 0);
        assertEquals(List.of(), ended());
    }

    @Test
    void loadGoesOnThatNoBoundDecides() {
        one(FEW, pool(198), 180, 197);
        one(MOST, cpu(900), 890, 880);
        assertEquals(List.of(), ended());
    }

    @Test
    void constantRateGoesOn() {
        one(RATE, pool(100), 100, 100);
        assertEquals(List.of(), ended());
    }

    @Test
    void loadWithErrorsGoesOn() {
        add(PLATFORM, 1, MOST, pool(198), 196, 20, 0);
        add(VIRTUAL, 1, MOST, pool(198), 197, 20, 500);
        assertEquals(List.of(), ended());
    }

    private void one(Load load, List<Bound> bounds, double platform, double virtual) {
        add(PLATFORM, 1, load, bounds, platform, 20, 0);
        add(VIRTUAL, 1, load, bounds, virtual, 20, 0);
    }

    private List<Load> ended() {
        return Stopping.ended(Comparisons.of("/p", VIRTUAL, PLATFORM, outcomes, _ -> 0.95), 1);
    }

    private static List<Bound> cpu(double throughput) {
        return List.of(new Bound("/p", "any", 400, Bound.Kind.CPU, "", throughput, "2 cores / 2 ms", 2));
    }
}
