package io.heddle.canary;

import io.heddle.canary.Scenario.Shape;
import java.util.List;

/// `./dev bench canary`: how often is a verdict false, and how long does it take?
final class CanaryBench {

    static final List<Scenario> EQUAL = List.of(
            Scenario.equal("equal, no bursts", Shape.EVEN),
            Scenario.equal("equal, bursts in each arm", Shape.BURSTS_EACH),
            Scenario.equal("equal, bursts shared", Shape.BURSTS_SHARED),
            Scenario.equal("equal, waves", Shape.WAVES),
            Scenario.equal("equal, weight 1, 5, 20, 50 %", Shape.EVEN).walking(0.01, 0.05, 0.2, 0.5),
            Scenario.equal("equal, 1 ms ticks", Shape.TICKS),
            Scenario.equal("equal, missing blocks and restarts", Shape.RESTARTS),
            Scenario.equal("equal, bursts of errors", Shape.ERROR_BURSTS),
            Scenario.equal("+10 %, no bursts", Shape.EVEN).slower(1.1),
            Scenario.equal("+10 %, bursts in each arm", Shape.BURSTS_EACH).slower(1.1),
            Scenario.equal("+10 %, bursts shared", Shape.BURSTS_SHARED).slower(1.1),
            Scenario.equal("+10 %, waves", Shape.WAVES).slower(1.1),
            Scenario.equal("+10 %, weight 1, 5, 20, 50 %", Shape.EVEN)
                    .walking(0.01, 0.05, 0.2, 0.5)
                    .slower(1.1),
            Scenario.equal("+10 %, 1 ms ticks", Shape.TICKS).slower(1.1),
            Scenario.equal("+10 %, missing blocks and restarts", Shape.RESTARTS).slower(1.1));

    static final List<Scenario> WORSE = List.of(
            Scenario.equal("+20 %, no bursts", Shape.EVEN).slower(1.2),
            Scenario.equal("+20 %, bursts in each arm", Shape.BURSTS_EACH).slower(1.2),
            Scenario.equal("+20 %, bursts shared", Shape.BURSTS_SHARED).slower(1.2),
            Scenario.equal("+50 %, no bursts", Shape.EVEN).slower(1.5),
            Scenario.equal("+50 %, bursts in each arm", Shape.BURSTS_EACH).slower(1.5),
            Scenario.equal("x2, no bursts", Shape.EVEN).slower(2),
            Scenario.equal("x2, bursts in each arm", Shape.BURSTS_EACH).slower(2),
            Scenario.equal("errors 1 to 2 %", Shape.EVEN).failing(0.02),
            Scenario.equal("errors 1 to 10 %", Shape.EVEN).failing(0.1),
            Scenario.equal("slow 2 to 6 %", Shape.EVEN).tail(0.06));

    private CanaryBench() {}

    public static void main(String[] args) {
        int runs = Integer.parseInt(args[0]);
        for (Scenario scenario : EQUAL) {
            System.out.printf(
                    "%-38s %s%n",
                    scenario.name(),
                    Outcomes.of(scenario, runs, CanaryPlan.DEFAULT, true).said());
        }
        for (Scenario scenario : WORSE) {
            System.out.printf(
                    "%-38s %s%n",
                    scenario.name(),
                    Outcomes.of(scenario, runs, CanaryPlan.DEFAULT, false).said());
        }
    }
}
