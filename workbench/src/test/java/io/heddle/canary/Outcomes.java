package io.heddle.canary;

import io.heddle.canary.stats.Intake;
import io.heddle.canary.stats.Outcome;
import io.heddle.canary.stats.Side;
import io.heddle.canary.stats.Slice;
import io.heddle.model.Canary;
import io.heddle.model.CanaryMetric.Shown;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BetaDistribution;

/// What became of simulated roll-outs of one scenario, each looked at after every shortest block.
final class Outcomes {

    /// Points of Kayenta's time series: a roll-out of 20 minutes has 60, and 50 are advised.
    private static final double POINT_SECONDS = 20;
    /// Looks at fewer points are not asked for.
    private static final int LEAST_POINTS = 10;
    private static final int NO_POINTS = -1;

    /// One roll-out.
    ///
    /// @param seconds until the verdict
    /// @param requests of the canary until then
    /// @param everWorse some metric was ever shown worse, whatever the verdict was by then
    /// @param highOnce metrics that Kayenta calls high when it looks once, at the end
    /// @param highEver the most at any of its looks
    private record One(
            Canary.Kind kind, double seconds, long requests, boolean everWorse, int highOnce, int highEver) {}

    /// Hands each request to both judges.
    private record Both(Points points, Judge judge) implements Intake {

        @Override
        public void take(Side side, double seconds, double millis, Outcome outcome) {
            points.take(side, seconds, millis, outcome);
            judge.take(side, seconds, millis, outcome);
        }

        @Override
        public void takeCounted(double seconds, Slice counted) {
            throw new UnsupportedOperationException();
        }
    }

    private final List<One> all;

    private Outcomes(List<One> all) {
        this.all = all;
    }

    /// @param toTheEnd a roll-out goes on after its verdict, and Kayenta looks too
    static Outcomes of(Scenario scenario, int runs, CanaryPlan plan, boolean toTheEnd) {
        return new Outcomes(IntStream.range(0, runs)
                .parallel()
                .mapToObj(run -> one(scenario, run, plan, toTheEnd))
                .toList());
    }

    private static One one(Scenario scenario, int run, CanaryPlan plan, boolean toTheEnd) {
        RollOut rollOut =
                new RollOut(scenario, 1_000_003L * run + scenario.name().hashCode());
        Judge judge = new Judge(plan, true);
        Points points = new Points();
        Intake both = new Both(points, judge);
        Canary.Kind kind = Canary.Kind.UNDECIDED;
        double decided = Double.NaN;
        long requests = 0;
        boolean everWorse = false;
        int highOnce = NO_POINTS;
        int highEver = NO_POINTS;
        while (!rollOut.ended() && (toTheEnd || kind == Canary.Kind.UNDECIDED)) {
            boolean failed = kind == Canary.Kind.FAIL;
            rollOut.run(Judge.SLICE_SECONDS, !toTheEnd ? judge : failed ? points : both);
            if (toTheEnd && rollOut.time() >= POINT_SECONDS * (points.count() + 1) - 1e-6) {
                points.point();
                highOnce = points.count() >= LEAST_POINTS ? points.high() : NO_POINTS;
                highEver = Math.max(highEver, highOnce);
            }
            if (failed) {
                // Nothing that comes can change what is counted of it: Kayenta alone looks on.
                continue;
            }
            Canary look = judge.look();
            everWorse |= look.metrics().stream().anyMatch(metric -> metric.shown() == Shown.WORSE);
            if (kind == Canary.Kind.UNDECIDED && look.kind() != Canary.Kind.UNDECIDED) {
                kind = look.kind();
                decided = rollOut.time();
                requests = judge.requests(Side.CANARY);
            }
        }
        return new One(kind, decided, requests, everWorse, highOnce, highEver);
    }

    int runs() {
        return all.size();
    }

    long fails() {
        return all.stream().filter(one -> one.kind() == Canary.Kind.FAIL).count();
    }

    long passes() {
        return all.stream().filter(one -> one.kind() == Canary.Kind.PASS).count();
    }

    /// Roll-outs that would have failed, had a pass not ended them.
    long everWorse() {
        return all.stream().filter(One::everWorse).count();
    }

    /// Median time and requests of the canary until a verdict; `–` where it was never given.
    String median(Canary.Kind kind) {
        double[] seconds = all.stream()
                .filter(one -> one.kind() == kind)
                .mapToDouble(One::seconds)
                .sorted()
                .toArray();
        long[] requests = all.stream()
                .filter(one -> one.kind() == kind)
                .mapToLong(One::requests)
                .sorted()
                .toArray();
        return seconds.length == 0
                ? "–"
                : String.format(
                        Locale.ROOT, "%,.0f s, %,d", seconds[seconds.length / 2], requests[requests.length / 2]);
    }

    /// A row of the table: verdicts, and how soon.
    String row(String name) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s | %s |",
                name,
                share(fails()),
                share(everWorse()),
                share(passes()),
                median(Canary.Kind.FAIL),
                median(Canary.Kind.PASS));
    }

    /// A row of the table of Kayenta: how often it was against the canary.
    String kayenta(String name) {
        return String.format(
                "| %s | %s | %s | %s | %s |",
                name,
                plain(one -> one.highOnce() > 0),
                plain(one -> one.highEver() > 0),
                plain(one -> Points.fails(one.highOnce())),
                plain(one -> Points.fails(one.highEver())));
    }

    private String plain(Predicate<One> against) {
        return all.stream().allMatch(one -> one.highOnce() == NO_POINTS)
                ? "–"
                : String.format(
                        Locale.ROOT,
                        "%.1f",
                        100.0 * all.stream().filter(against).count() / all.size());
    }

    /// A share with its 95 % interval by Clopper and Pearson.
    private String share(long count) {
        int n = all.size();
        double low = count == 0
                ? 0
                : BetaDistribution.of((double) count, n - count + 1.0).inverseCumulativeProbability(0.025);
        double high = count == n
                ? 1
                : BetaDistribution.of(count + 1.0, (double) n - count).inverseCumulativeProbability(0.975);
        return String.format(Locale.ROOT, "%.1f [%.1f–%.1f]", 100.0 * count / n, 100 * low, 100 * high);
    }
}
