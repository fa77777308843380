package io.heddle.race.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.CarrierLife;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Pins that were seen early and are gone later are told apart from those that stay and from those of the first
/// moment.
class CarrierWarmupTest {

    @Test
    void heldEarlyAndFreeLaterIsToldWithItsTime() {
        String told = CarrierWarmup.of(
                        "/a",
                        "virtual",
                        List.of(
                                life("platform", 0, 0, 0, 0, 0, 0),
                                life("virtual", 0.9, 0.95, 0.9, 0.5, 0, 0.01, 0, 0)))
                .orElseThrow();
        assertTrue(
                told.startsWith(
                        "pins seen early, gone later, in 1 of 1 JVMs of the virtual arm: in JVM 1 carriers were held until second 4 (95 % of the busiest), later 0 % at 100/s"),
                told);
    }

    @Test
    void heldUntilTheEndIsNoFading() {
        assertEquals(
                Optional.empty(),
                CarrierWarmup.of("/a", "virtual", List.of(life("virtual", 0.9, 0.95, 0.9, 0.5, 0.9, 0.9, 0.9))));
    }

    @Test
    void oneSecondAtTheStartIsNoFading() {
        assertEquals(
                Optional.empty(), CarrierWarmup.of("/a", "virtual", List.of(life("virtual", 0.9, 0.1, 0, 0, 0, 0, 0))));
    }

    @Test
    void freeWithoutRequestsIsNoFading() {
        assertEquals(
                Optional.empty(),
                CarrierWarmup.of(
                        "/a",
                        "virtual",
                        List.of(new CarrierLife(
                                "virtual",
                                1,
                                List.of(0.9, 0.9, 0.9, 0.9, 0.0, 0.0, 0.0, 0.0),
                                List.of(9L, 9L, 9L, 9L, 0L, 0L, 0L, 0L),
                                Collections.nCopies(8, "/a")))));
    }

    @Test
    void anotherPathThatHoldsNothingIsNoFading() {
        CarrierLife life = life("virtual", 0.9, 0.95, 0.9, 0.9, 0, 0, 0, 0);
        CarrierLife mixed = new CarrierLife(
                "virtual",
                1,
                life.heldShares(),
                life.requests(),
                List.of("/a", "/a", "/a", "/a", "", "/b", "/b", "/b"));
        assertEquals(Optional.empty(), CarrierWarmup.of("/a", "virtual", List.of(mixed)));
        assertEquals(Optional.empty(), CarrierWarmup.of("/b", "virtual", List.of(mixed)));
    }

    @Test
    void fewerRequestsThatHoldLessAreNoFading() {
        CarrierLife life = life("virtual", 0.9, 0.95, 0.9, 0.9, 0.04, 0.04, 0.04, 0.04);
        assertEquals(
                Optional.empty(),
                CarrierWarmup.of(
                        "/a",
                        "virtual",
                        List.of(new CarrierLife(
                                "virtual",
                                1,
                                life.heldShares(),
                                List.of(100L, 100L, 100L, 100L, 5L, 5L, 5L, 5L),
                                life.paths()))));
    }

    private static CarrierLife life(String arm, double... shares) {
        List<Double> held = Arrays.stream(shares).boxed().toList();
        return new CarrierLife(
                arm, 1, held, Collections.nCopies(shares.length, 100L), Collections.nCopies(shares.length, "/a"));
    }
}
