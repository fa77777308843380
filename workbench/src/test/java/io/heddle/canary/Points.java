package io.heddle.canary;

import io.heddle.canary.stats.Intake;
import io.heddle.canary.stats.Outcome;
import io.heddle.canary.stats.Side;
import io.heddle.canary.stats.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Requests as points of time series, which is what Kayenta looks at: p50, p95, p99, mean and errors of each arm.
final class Points implements Intake {

    private static final double[] QUANTILES = {0.5, 0.95, 0.99};
    private static final int METRICS = QUANTILES.length + 2;
    /// A score below this fails a canary, in the defaults of Kayenta's documentation.
    private static final double MARGINAL = 75;

    private final List<List<List<Double>>> series = List.of(lists(), lists());
    private final Open[] open = {new Open(), new Open()};

    /// The point of one arm that has not ended.
    private static final class Open {

        private double[] millis = new double[1_024];
        private int answers;
        private int errors;

        void take(double latency, boolean error) {
            if (error) {
                errors++;
                return;
            }
            if (answers == millis.length) {
                millis = Arrays.copyOf(millis, 2 * answers);
            }
            millis[answers++] = latency;
        }

        /// The metrics of the point, which it ends; not numbers where there was no request.
        double[] end() {
            double[] metrics = new double[METRICS];
            Arrays.fill(metrics, Double.NaN);
            if (answers > 0) {
                double[] values = Arrays.copyOf(millis, answers);
                for (int i = 0; i < QUANTILES.length; i++) {
                    metrics[i] = Selection.ranked(values, (int) Math.ceil(QUANTILES[i] * answers) - 1);
                }
                metrics[QUANTILES.length] = Arrays.stream(values).sum() / answers;
            }
            if (answers + errors > 0) {
                metrics[QUANTILES.length + 1] = (double) errors / (answers + errors);
            }
            answers = 0;
            errors = 0;
            return metrics;
        }
    }

    private static List<List<Double>> lists() {
        List<List<Double>> lists = new ArrayList<>();
        for (int i = 0; i < METRICS; i++) {
            lists.add(new ArrayList<>());
        }
        return lists;
    }

    @Override
    public void take(Side side, double seconds, double millis, Outcome outcome) {
        open[side.index()].take(millis, outcome == Outcome.FAILED);
    }

    @Override
    public void takeCounted(double seconds, Slice counted) {
        throw new UnsupportedOperationException();
    }

    /// Ends a point. One of an arm without requests is none.
    void point() {
        for (int i = 0; i < 2; i++) {
            double[] metrics = open[i].end();
            for (int m = 0; m < METRICS; m++) {
                series.get(i).get(m).add(metrics[m]);
            }
        }
    }

    int count() {
        return series.getFirst().getFirst().size();
    }

    /// How many of the metrics Kayenta calls high now.
    int high() {
        int high = 0;
        for (int m = 0; m < METRICS; m++) {
            high += Kayenta.high(series.get(0).get(m), series.get(1).get(m)) ? 1 : 0;
        }
        return high;
    }

    /// Whether so many high metrics fail a canary: by the score of all, equally weighted.
    static boolean fails(int high) {
        return 100.0 * (METRICS - high) / METRICS < MARGINAL;
    }
}
