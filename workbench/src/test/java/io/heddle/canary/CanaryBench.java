package io.heddle.canary;

import io.heddle.canary.Scenario.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `./dev bench canary`: how often is a verdict false, and how long does it take?
final class CanaryBench {

    private static final double TOLERATED = 1.1;
    private static final double WORSE_BY_A_FIFTH = 1.2;

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

    /// Arms that do not differ by more than 1 %. At the tolerance such a canary would be above it half of the time.
    static final Scenario STEADY = Scenario.equal("steady waits", Shape.STEADY);

    /// A canary whose pool is too small for its share of the traffic.
    static final Scenario OVERLOADED =
            Scenario.equal("a queue that grows", Shape.OVERLOAD).walking(0.5).at(110, 180);

    /// A canary that is worse by more than a fifth, or in another way.
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

    private CanaryBench() {}

    /// Exits with 1 when verdicts are false more often than they may be.
    ///
    /// @param args roll-outs a scenario; then `verdicts` (perhaps with words of the scenarios that are wanted),
    ///     `rates`, `ticks`, `bias` or `speed`
    public static void main(String[] args) throws Exception {
        int runs = Integer.parseInt(args[0]);
        switch (args.length > 1 ? args[1] : "verdicts") {
            case "verdicts" -> verdicts(runs, args.length > 2 ? args[2] : "");
            case "rates" -> RatesBench.run(runs);
            case "ticks" -> {
                if (!TicksBench.run(runs)) {
                    System.err.println("more than 5 % of the verdicts of a row are false");
                    System.exit(1);
                }
            }
            case "bias" -> BiasBench.run();
            case "speed" -> SpeedBench.run();
            default -> throw new IllegalArgumentException(args[1]);
        }
    }

    private static Stream<Scenario> slower(double times) {
        return EQUAL.stream().map(scenario -> scenario.slower(times));
    }

    /// Two tables with an empty line between them: of Heddle, a row as soon as it is known, and of Kayenta.
    private static void verdicts(int runs, String words) {
        List<String> kayenta = new ArrayList<>();
        List<String> above = new ArrayList<>();
        System.out.println("| scenario | fail | ever worse | pass | median until fail: time, canary's requests"
                + " | until pass |\n|---|---|---|---|---|---|");
        Stream.of(
                        slower(1),
                        Stream.of(STEADY),
                        slower(WORSE_BY_A_FIFTH),
                        Stream.of(STEADY.slower(WORSE_BY_A_FIFTH)),
                        WORSE.stream(),
                        slower(TOLERATED))
                .flatMap(rows -> rows)
                .filter(scenario -> scenario.said().contains(words))
                .forEach(scenario -> {
                    Outcomes outcomes = Outcomes.of(scenario, runs, CanaryPlan.DEFAULT, true);
                    System.out.println(outcomes.row(scenario.said()));
                    kayenta.add(outcomes.kayenta(scenario.said()));
                    long wrong = scenario.isAllowed() ? outcomes.everWorse() : outcomes.passes();
                    if (wrong > CanaryPlan.DEFAULT.alpha() * runs) {
                        above.add(scenario.said());
                    }
                });
        System.out.println("\n| scenario | some metric High: once | at every point | score fails: once | at every point"
                + " |\n|---|---|---|---|---|");
        kayenta.forEach(System.out::println);
        if (!above.isEmpty()) {
            System.err.printf(
                    Locale.ROOT,
                    "more than %.0f %% of the verdicts are false: %s%n",
                    100 * CanaryPlan.DEFAULT.alpha(),
                    above.stream().collect(Collectors.joining("; ")));
            System.exit(1);
        }
    }
}
