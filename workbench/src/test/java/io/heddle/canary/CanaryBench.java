package io.heddle.canary;

import io.heddle.canary.Scenario.Shape;
import java.util.List;
import java.util.stream.Stream;

/// `./dev bench canary`: how often is a verdict false, and how long does it take?
final class CanaryBench {

    /// Arms that do not differ, and what happens to them.
    static final List<Scenario> EQUAL = List.of(
            Scenario.equal("no bursts", Shape.EVEN),
            Scenario.equal("bursts in each arm", Shape.BURSTS_EACH),
            Scenario.equal("bursts shared", Shape.BURSTS_SHARED),
            Scenario.equal("waves", Shape.WAVES),
            Scenario.equal("weight 1, 5, 20, 50 %", Shape.EVEN).walking(0.01, 0.05, 0.2, 0.5),
            Scenario.equal("1 ms ticks", Shape.TICKS),
            Scenario.equal("missing blocks, restarts", Shape.RESTARTS),
            Scenario.equal("bursts of errors", Shape.ERROR_BURSTS));

    /// A canary whose pool is too small for its share of the traffic.
    static final Scenario OVERLOADED =
            Scenario.equal("a queue that grows", Shape.OVERLOAD).walking(0.5).at(110, 180);

    /// A canary that is worse.
    private static final List<Scenario> WORSE = Stream.of(
                    Stream.of(1.5, 2.0)
                            .flatMap(times ->
                                    Stream.of(EQUAL.get(0), EQUAL.get(1)).map(scenario -> scenario.slower(times))),
                    Stream.of(
                            EQUAL.get(0).failing(0.02),
                            EQUAL.get(0).failing(0.1),
                            EQUAL.get(0).tail(0.06),
                            EQUAL.get(1).tail(0.06),
                            OVERLOADED))
            .flatMap(stream -> stream)
            .toList();

    /// The same at other rates, for as long as it takes.
    private static final List<Scenario> RATES = Stream.of(10.0, 100.0, 1_000.0)
            .flatMap(rate -> Stream.of(1.0, 1.2, 1.5, 2.0)
                    .map(times -> EQUAL.get(0)
                            .at(rate, rate < 50 ? 14_400 : rate < 500 ? 3_600 : 600)
                            .slower(times)))
            .toList();

    private static final String HEAD =
            "| scenario | fail, % | ever worse, % | pass, % | median until fail: time, canary's"
                    + " requests | until pass |";

    private CanaryBench() {}

    /// @param args roll-outs a scenario; then `verdicts` (perhaps with words of the scenarios that are wanted),
    /// `rates`,
    ///     `bias` or `speed`
    public static void main(String[] args) throws Exception {
        int runs = Integer.parseInt(args[0]);
        switch (args.length > 1 ? args[1] : "verdicts") {
            case "verdicts" -> verdicts(runs, args.length > 2 ? args[2] : "");
            case "rates" -> rates(runs);
            case "bias" -> BiasBench.run();
            case "speed" -> SpeedBench.run();
            default -> throw new IllegalArgumentException(args[1]);
        }
    }

    private static void verdicts(int runs, String words) {
        System.out.println(HEAD + " Kayenta: some metric is high, %: once, at each point | its score fails, %: once,"
                + " at each point |");
        System.out.println("|---|---|---|---|---|---|---|---|");
        Stream.concat(
                        Stream.of(1.0, 1.1, 1.2).flatMap(times -> EQUAL.stream().map(each -> each.slower(times))),
                        WORSE.stream())
                .filter(scenario -> scenario.said().contains(words))
                .forEach(scenario -> verdict(scenario, runs));
    }

    private static void verdict(Scenario scenario, int runs) {
        Outcomes outcomes = Outcomes.of(scenario, runs, CanaryPlan.DEFAULT, true);
        System.out.println(outcomes.row(scenario.said()) + outcomes.kayenta());
    }

    private static void rates(int runs) {
        System.out.println(HEAD);
        System.out.println("|---|---|---|---|---|---|");
        RATES.forEach(scenario -> System.out.println(
                Outcomes.of(scenario, runs, CanaryPlan.DEFAULT, false).row(scenario.said())));
    }
}
