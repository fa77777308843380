package io.heddle.canary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.canary.Scenario.Shape;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The short form of `./dev bench canary`: 60 roll-outs a scenario, each looked at after every shortest block.
class SimulatedCanaryTest {

    private static final int RUNS = 60;
    /// At 5 % more than eight of 60 are wrong once in 300 times.
    private static final int MOST = 8;

    static java.util.List<Scenario> equal() {
        return CanaryBench.EQUAL;
    }

    @ParameterizedTest
    @MethodSource("equal")
    @Tag("slow")
    void equalArmsAreSeldomFailed(Scenario scenario) {
        assertTrue(Outcomes.of(scenario, RUNS, CanaryPlan.DEFAULT).everWorse() <= MOST);
    }

    @ParameterizedTest
    @MethodSource("equal")
    @Tag("slow")
    void aCanaryAtTheToleranceIsSeldomFailed(Scenario scenario) {
        assertTrue(Outcomes.of(scenario.slower(1.1), RUNS, CanaryPlan.DEFAULT).everWorse() <= MOST);
    }

    @ParameterizedTest
    @MethodSource("equal")
    @Tag("slow")
    void aCanaryThatIsAFifthSlowerSeldomPasses(Scenario scenario) {
        assertTrue(Outcomes.of(scenario.slower(1.2), RUNS, CanaryPlan.DEFAULT).passes() <= MOST);
    }

    @Test
    @Tag("slow")
    void aCanaryTwiceAsSlowFails() {
        Scenario scenario = Scenario.equal("twice as slow", Shape.EVEN).slower(2).at(100, 120);
        assertEquals(20, Outcomes.of(scenario, 20, CanaryPlan.DEFAULT).fails());
    }
}
