package io.heddle.canary;

import io.heddle.model.Canary;
import io.heddle.model.CanaryMetric.Shown;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// What became of simulated roll-outs of one scenario, each looked at after every shortest block.
///
/// @param fails verdicts
/// @param passes verdicts
/// @param everWorse roll-outs in which some metric was ever shown worse, whatever the verdict was by then
/// @param failSeconds median until the fail, of those that failed; not a number where none did
/// @param passSeconds median until the pass, of those that passed
record Outcomes(int runs, int fails, int passes, int everWorse, double failSeconds, double passSeconds, String worst) {

    private record One(Canary.Kind kind, double seconds, boolean everWorse, String worse) {}

    static Outcomes of(Scenario scenario, int runs, CanaryPlan plan, boolean goOn) {
        List<One> all = IntStream.range(0, runs)
                .parallel()
                .mapToObj(run -> one(scenario, run, plan, goOn))
                .toList();
        java.util.Map<String, Long> worst = all.stream()
                .filter(One::everWorse)
                .collect(java.util.stream.Collectors.groupingBy(
                        One::worse, java.util.TreeMap::new, java.util.stream.Collectors.counting()));
        return new Outcomes(
                runs,
                count(all, Canary.Kind.FAIL),
                count(all, Canary.Kind.PASS),
                (int) all.stream().filter(One::everWorse).count(),
                median(all, Canary.Kind.FAIL),
                median(all, Canary.Kind.PASS),
                worst.toString());
    }

    private static One one(Scenario scenario, int run, CanaryPlan plan, boolean goOn) {
        RollOut rollOut =
                new RollOut(scenario, 1_000_003L * run + scenario.name().hashCode());
        Judge judge = new Judge(plan);
        Canary.Kind kind = Canary.Kind.UNDECIDED;
        double decided = Double.NaN;
        String worse = "";
        while (!rollOut.ended() && (goOn || kind == Canary.Kind.UNDECIDED)) {
            rollOut.run(Judge.SLICE_SECONDS, judge);
            Canary look = judge.look();
            if (kind == Canary.Kind.UNDECIDED && look.kind() != Canary.Kind.UNDECIDED) {
                kind = look.kind();
                decided = rollOut.time();
            }
            if (worse.isEmpty())
                worse = look.metrics().stream()
                        .filter(metric -> metric.shown() == Shown.WORSE)
                        .map(m -> m.name())
                        .findFirst()
                        .orElse("");
        }
        return new One(kind, decided, !worse.isEmpty(), worse);
    }

    private static int count(List<One> all, Canary.Kind kind) {
        return (int) all.stream().filter(one -> one.kind() == kind).count();
    }

    private static double median(List<One> all, Canary.Kind kind) {
        double[] sorted = all.stream()
                .filter(one -> one.kind() == kind)
                .mapToDouble(One::seconds)
                .sorted()
                .toArray();
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }

    String said() {
        return String.format(
                Locale.ROOT,
                "fail %5.1f %%  pass %5.1f %%  ever worse %5.1f %%  median fail %5.0f s, pass %5.0f s %s",
                100.0 * fails / runs,
                100.0 * passes / runs,
                100.0 * everWorse / runs,
                failSeconds,
                passSeconds,
                worst);
    }
}
