package io.heddle.canary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.canary.Scenario.Shape;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The short form of `./dev bench canary`: 40 roll-outs a scenario, each looked at after every shortest block.
class SimulatedCanaryTest {

    /// Each goes on after its verdict.
    private static final boolean WHOLE = true;
    private static final int RUNS = 40;
    /// At 5 % more than seven of 40 are wrong once in 1,000 times.
    private static final int MOST = 7;

    static List<Scenario> equal() {
        return CanaryBench.EQUAL;
    }

    @ParameterizedTest
    @MethodSource("equal")
    @Tag("slow")
    void equalArmsAreSeldomFailed(Scenario scenario) {
        assertTrue(Outcomes.of(scenario, RUNS, CanaryPlan.DEFAULT, WHOLE).everWorse() <= MOST);
    }

    @ParameterizedTest
    @MethodSource("equal")
    @Tag("slow")
    void aCanaryAtTheToleranceIsSeldomFailed(Scenario scenario) {
        assertTrue(Outcomes.of(scenario.slower(1.1), RUNS, CanaryPlan.DEFAULT, WHOLE)
                        .everWorse()
                <= MOST);
    }

    @ParameterizedTest
    @MethodSource("equal")
    @Tag("slow")
    void aCanaryThatIsAFifthSlowerSeldomPasses(Scenario scenario) {
        assertTrue(Outcomes.of(scenario.slower(1.2), RUNS, CanaryPlan.DEFAULT, WHOLE)
                        .passes()
                <= MOST);
    }

    @Test
    @Tag("slow")
    void aCanaryTwiceAsSlowFails() {
        Scenario scenario =
                Scenario.equal("twice as slow", Shape.EVEN).slower(2).at(100, 120);
        assertEquals(20, Outcomes.of(scenario, 20, CanaryPlan.DEFAULT, WHOLE).fails());
    }

    /// What drifts resembles itself at every length of a block, but stays far below the tolerance.
    @Test
    @Tag("slow")
    void aHealthyCanaryPassesOnAnIdleMachine() {
        Scenario scenario = CanaryBench.STEADY.at(100, 600);
        assertEquals(20, Outcomes.of(scenario, 20, CanaryPlan.DEFAULT, WHOLE).passes());
    }

    /// Ratios that climb resemble each other at every length of a block.
    @Test
    @Tag("slow")
    void aQueueThatGrowsFailsWithinTwoMinutes() {
        Scenario scenario = CanaryBench.OVERLOADED.at(110, 120);
        assertEquals(20, Outcomes.of(scenario, 20, CanaryPlan.DEFAULT, WHOLE).fails());
    }
}
