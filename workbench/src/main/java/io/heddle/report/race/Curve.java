package io.heddle.report.race;

import io.heddle.model.LatencyMillis;
import io.heddle.model.Trial;
import java.util.ArrayList;
import java.util.List;

/// One arm's latency over all quantiles, the geometric mean of its JVMs, at even steps of nines.
///
/// @param millis latency at 0, [#STEP], 2 × [#STEP] … nines, as far as every JVM has points
record Curve(List<Double> millis) {

    /// Nines between two points: 1 is 90 %, 2 is 99 %.
    static final double STEP = 0.05;

    static Curve of(Cell cell) {
        double last = cell.trials().stream().mapToDouble(Curve::reach).min().orElse(0);
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i * STEP <= last + 1e-9; i++) {
            double nines = Math.min(i * STEP, last);
            double logs = cell.trials().stream()
                    .mapToDouble(trial -> Math.log(Math.max(1e-3, at(trial, nines))))
                    .average()
                    .orElse(Double.NaN);
            millis.add(Math.exp(logs));
        }
        return new Curve(List.copyOf(millis));
    }

    /// How many nines a quantile has: 0 at the least, 2 at 99 %, without end at 100 %.
    private static double nines(LatencyMillis.Point point) {
        return -Math.log10(Math.max(0, 1 - point.percent() / 100));
    }

    /// The last quantile that this trial's requests can tell: one request in so many is slower. Below 0 where it
    /// has no points.
    private static double reach(Trial trial) {
        double told = trial.latencyMillis().percentiles().stream()
                .filter(point -> Double.isFinite(point.millis()))
                .mapToDouble(Curve::nines)
                .filter(Double::isFinite)
                .max()
                .orElse(-1);
        return Math.min(told, Math.log10(Math.max(1, trial.requests())));
    }

    private static double at(Trial trial, double nines) {
        List<LatencyMillis.Point> points = trial.latencyMillis().percentiles();
        for (int i = 0; i < points.size(); i++) {
            double right = nines(points.get(i));
            if (right >= nines) {
                LatencyMillis.Point before = points.get(Math.max(0, i - 1));
                double left = nines(before);
                double share =
                        i == 0 || right == left || Double.isInfinite(right) ? 0 : (nines - left) / (right - left);
                return before.millis() + share * (points.get(i).millis() - before.millis());
            }
        }
        return points.getLast().millis();
    }
}
