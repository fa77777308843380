package io.heddle.canary;

import io.heddle.canary.Ticked.Clocks;
import io.heddle.canary.Ticked.Form;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// How often is a verdict false where latencies are rounded to ticks, and how much longer does a right one take than
/// with a clock of microseconds? At levels from 5 to 60 ticks, and six phases of the tick for each.
final class TicksBench {

    private static final double TOLERATED = 1.1;
    private static final double LITTLE = 1.006;
    private static final double TWO_TICKS = 2;
    /// The least level at which the tolerance is two ticks.
    private static final int TWO_TICKS_TOLERATED = 20;
    private static final double SECONDS = 120;
    private static final double RATE = 100;
    /// A pass takes more requests.
    private static final double PASS_RATE = 200;
    private static final int[] LEVELS = {5, 10, 20, 60};
    private static final double[] SPREADS = {0.01, 0.1, 0.3, 0.6};
    private static final double[] PHASES = {0, 0.03, 0.25, 0.5, 0.75, 0.97};
    private static final double NORMAL = 1.96;

    private TicksBench() {}

    /// Median times with latencies in microseconds.
    private record Fine(String failed, String passed) {}

    /// @param runs roll-outs a cell, at least
    /// @return false where more than 5 % of a cell's verdicts are false
    static boolean run(int runs) {
        System.out.println("| shape | spread, ticks | rounded | +0.6 %: fail | +10 %: fail, and at the worst phase"
                + " | +10 % and 2 ticks: fail after, in µs | equal, tolerance of 2 ticks: pass after, in µs |\n"
                + "|---|---|---|---|---|---|---|");
        boolean right = true;
        int each = Math.ceilDiv(runs, LEVELS.length * PHASES.length);
        for (Form form : Form.values()) {
            for (double spread : SPREADS) {
                Fine fine = new Fine(
                        median(failed(spread, form, Clocks.FINE, TOLERATED, TWO_TICKS, each)),
                        median(passed(spread, form, Clocks.FINE, each)));
                for (Clocks clock : List.of(Clocks.DOWN, Clocks.NEAREST, Clocks.UP, Clocks.BASELINE_ONLY)) {
                    right &= row(spread, form, clock, each, fine);
                }
            }
        }
        return right;
    }

    private static boolean row(double spread, Form form, Clocks clock, int each, Fine fine) {
        List<double[]> little = failed(spread, form, clock, LITTLE, 0, each);
        List<double[]> tolerated = failed(spread, form, clock, TOLERATED, 0, each);
        double worst = 0;
        for (int phase = 0; phase < PHASES.length; phase++) {
            int at = phase;
            worst = Math.max(
                    worst,
                    share(IntStream.range(0, tolerated.size())
                            .filter(i -> i % PHASES.length == at)
                            .mapToObj(tolerated::get)
                            .toList()));
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %.2f | %s | %s | %s, %.1f | %s | %s |%n",
                said(form.name()),
                spread,
                said(clock.name()),
                shown(little),
                shown(tolerated),
                100 * worst,
                median(failed(spread, form, clock, TOLERATED, TWO_TICKS, each)) + ", " + fine.failed(),
                median(passed(spread, form, clock, each)) + ", " + fine.passed());
        double allowed = CanaryPlan.DEFAULT.alpha();
        return share(little) <= allowed && worst <= allowed;
    }

    private static List<double[]> failed(double spread, Form form, Clocks clock, double times, double plus, int each) {
        List<double[]> all = new ArrayList<>();
        for (int level : LEVELS) {
            for (double phase : PHASES) {
                all.add(seconds(
                        new Ticked(level + phase, spread, form, times, plus, clock, RATE), each, Ticked.Shown::failed));
            }
        }
        return all;
    }

    private static List<double[]> passed(double spread, Form form, Clocks clock, int each) {
        List<double[]> all = new ArrayList<>();
        for (int level : LEVELS) {
            for (double phase : level < TWO_TICKS_TOLERATED ? new double[0] : PHASES) {
                all.add(seconds(
                        new Ticked(level + phase, spread, form, 1, 0, clock, PASS_RATE),
                        2 * each,
                        Ticked.Shown::passed));
            }
        }
        return all;
    }

    private static double[] seconds(Ticked scenario, int runs, ToDoubleFunction<Ticked.Shown> until) {
        return IntStream.range(0, runs)
                .mapToDouble(run -> until.applyAsDouble(scenario.run(SECONDS, run)))
                .toArray();
    }

    private static double share(List<double[]> seconds) {
        return seconds.stream()
                .flatMapToDouble(Arrays::stream)
                .map(x -> Double.isFinite(x) ? 1 : 0)
                .average()
                .orElse(0);
    }

    /// A share in per cent, with its 95 % interval by Wilson.
    private static String shown(List<double[]> seconds) {
        double n = seconds.stream().mapToInt(each -> each.length).sum();
        double p = share(seconds);
        double z = NORMAL * NORMAL / n;
        double middle = (p + z / 2) / (1 + z);
        double half = NORMAL * Math.sqrt(p * (1 - p) / n + z / n / 4) / (1 + z);
        return String.format(
                Locale.ROOT, "%.1f [%.1f–%.1f]", 100 * p, 100 * Math.max(0, middle - half), 100 * (middle + half));
    }

    private static String median(List<double[]> seconds) {
        double[] sorted =
                seconds.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
        double median = sorted[sorted.length / 2];
        return Double.isInfinite(median) ? "–" : String.format(Locale.ROOT, "%.0f s", median);
    }

    private static String said(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
