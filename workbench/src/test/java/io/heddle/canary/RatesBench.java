package io.heddle.canary;

import io.heddle.canary.Scenario.Shape;
import io.heddle.model.Canary.Kind;
import java.util.List;
import java.util.Locale;

/// How long a verdict takes at 10, 100 and 1,000 requests a second.
final class RatesBench {

    private static final List<Double> TIMES = List.of(1.0, 1.2, 1.5, 2.0);

    /// Of traffic.
    ///
    /// @param seconds after which a roll-out ends undecided
    private record Rate(double perSecond, double seconds) {}

    private static final List<Rate> RATES = List.of(new Rate(10, 14_400), new Rate(100, 3_600), new Rate(1_000, 600));

    private RatesBench() {}

    /// A table, and how many verdicts were right.
    static void run(int runs) {
        System.out.println("| requests a second, both arms | equal: pass after | +20 %: fail after | +50 % | ×2 |\n"
                + "|---|---|---|---|---|");
        long right = 0;
        for (Rate rate : RATES) {
            StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "| %,.0f |", rate.perSecond()));
            for (double times : TIMES) {
                Scenario scenario = Scenario.equal("no bursts", Shape.EVEN)
                        .at(rate.perSecond(), rate.seconds())
                        .slower(times);
                Outcomes outcomes = Outcomes.of(scenario, runs, CanaryPlan.DEFAULT, false);
                row.append(' ')
                        .append(outcomes.median(times == 1 ? Kind.PASS : Kind.FAIL))
                        .append(" |");
                right += times == 1 ? outcomes.passes() : outcomes.fails();
            }
            System.out.println(row);
        }
        System.out.printf(
                Locale.ROOT,
                "%nEach is the median of %,d simulated roll-outs. Right verdicts: %,d of %,d.%n",
                runs,
                right,
                (long) runs * RATES.size() * TIMES.size());
    }
}
