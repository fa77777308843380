package io.heddle.canary;

import io.heddle.canary.stats.Intake;
import io.heddle.canary.stats.Side;
import io.heddle.canary.stats.Slice;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/// The same requests as points of time series, which is what Kayenta looks at: p50, p95, p99, mean and errors of
/// each arm. Passes each request on.
final class Points implements Intake {

    private static final double[] QUANTILES = {50, 95, 99};
    private static final int METRICS = QUANTILES.length + 2;
    /// A score below this fails a canary, in the defaults of Kayenta's documentation.
    private static final double MARGINAL = 75;

    private final Intake next;
    private final List<List<List<Double>>> series = List.of(lists(), lists());
    private final Histogram[] open = {new Histogram(3_600_000_000L, 3), new Histogram(3_600_000_000L, 3)};
    private final long[] requests = new long[2];
    private final long[] errors = new long[2];

    Points(Intake next) {
        this.next = next;
    }

    private static List<List<Double>> lists() {
        List<List<Double>> lists = new ArrayList<>();
        for (int i = 0; i < METRICS; i++) {
            lists.add(new ArrayList<>());
        }
        return lists;
    }

    @Override
    public void take(Side side, double seconds, double millis, boolean error) {
        int i = side.index();
        requests[i]++;
        if (error) {
            errors[i]++;
        } else {
            open[i].recordValue(Math.round(millis * 1e3));
        }
        next.take(side, seconds, millis, error);
    }

    @Override
    public void takeCounted(double seconds, Slice counted) {
        throw new UnsupportedOperationException();
    }

    /// Ends a point. One of an arm without requests is none.
    void point() {
        for (int i = 0; i < 2; i++) {
            boolean any = open[i].getTotalCount() > 0;
            for (int m = 0; m < QUANTILES.length; m++) {
                series.get(i).get(m).add(any ? open[i].getValueAtPercentile(QUANTILES[m]) : Double.NaN);
            }
            series.get(i).get(QUANTILES.length).add(any ? open[i].getMean() : Double.NaN);
            series.get(i)
                    .get(QUANTILES.length + 1)
                    .add(requests[i] > 0 ? (double) errors[i] / requests[i] : Double.NaN);
            open[i].reset();
            requests[i] = 0;
            errors[i] = 0;
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
