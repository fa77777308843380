package io.heddle.race.bound;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Bound;
import java.util.List;
import org.junit.jupiter.api.Test;

/// As many connections as tell something.
class ChosenConnectionsTest {

    @Test
    void aPoolThatLimitsBothArmsNeedsLittleMoreThanItsSize() {
        assertEquals(
                List.of(10, 50),
                ChosenConnections.of(
                        List.of(
                                bound("platform", Bound.Kind.POOL, 200),
                                bound("platform", Bound.Kind.THREADS, 2_000),
                                bound("virtual", Bound.Kind.POOL, 200)),
                        100,
                        2));
    }

    @Test
    void theKneeOfTheArmThatBearsMoreCounts() {
        assertEquals(
                List.of(10, 400),
                ChosenConnections.of(
                        List.of(
                                bound("platform", Bound.Kind.THREADS, 666.7),
                                bound("virtual", Bound.Kind.CONNECTIONS, 1_333)),
                        300,
                        2));
    }

    @Test
    void behindALockTenAreBeyondTheKnee() {
        assertEquals(
                List.of(10),
                ChosenConnections.of(
                        List.of(bound("platform", Bound.Kind.LOCK, 47), bound("virtual", Bound.Kind.LOCK, 47)), 43, 2));
    }

    @Test
    void whereNothingIsKnownItIsTheUsualMost() {
        assertEquals(
                List.of(40, 400), ChosenConnections.of(List.of(bound("platform", Bound.Kind.CONNECTIONS, 9)), 43, 8));
    }

    private static Bound bound(String arm, Bound.Kind kind, double throughput) {
        return new Bound("/p", arm, 400, kind, "", throughput, "", 0);
    }
}
