package io.heddle.report.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// On the sample race: a pool of 20 that a request holds for 101 ms limits both arms of one path; on the other 200
/// threads limit the platform arm, and nothing the virtual one.
class KneeTest {

    private final TrialMatrix swept = new TrialMatrix(SampleRace.swept().race());

    @Test
    void aPoolsKneeIsItsSize() {
        for (String arm : List.of("platform", "virtual")) {
            Knee knee = Knee.of(swept, "/api/users", arm).orElseThrow();
            assertEquals("20", knee.text(), knee.toString());
            assertEquals(0.982 * 20 / 0.101, knee.throughput(), 4);
        }
    }

    @Test
    void threadsHaveOneAndAnArmThatStillGrowsHasNone() {
        assertEquals(200, Knee.of(swept, "/api/quote", "platform").orElseThrow().connections(), 8);
        assertEquals(Optional.empty(), Knee.of(swept, "/api/quote", "virtual"));
    }

    @Test
    void twoNumbersOfConnectionsShowNone() {
        TrialMatrix grid = new TrialMatrix(SampleRace.full());
        assertTrue(grid.arms().stream()
                .allMatch(arm -> Knee.of(grid, "/api/users", arm).isEmpty()));
    }

    @Test
    void nearlyTheSameConnectionsTwiceShowNotThatThroughputIsFlat() {
        TrialMatrix grid =
                new TrialMatrix(new SampleRace(List.of("platform", "virtual"), List.of(10, 200, 220), 2, 24).race());
        assertEquals(Optional.empty(), Knee.of(grid, "/api/quote", "platform"));
        assertTrue(
                Knee.of(grid, "/api/users", "platform").isEmpty(),
                "198/s at 200 connections is seen against 10 alone, where it still grew");
    }
}
