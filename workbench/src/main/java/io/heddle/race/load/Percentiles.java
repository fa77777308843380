package io.heddle.race.load;

import io.heddle.model.LatencyMillis;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/// Turns a histogram in nanoseconds into the milliseconds of a report.
public final class Percentiles {

    private static final double NANOS = 1e6;
    private static final int POINTS_PER_DECADE = 8;
    private static final int DECADES = 5;

    private Percentiles() {}

    /// The usual percentiles, and some forty points at equal steps on the axis 1 ÷ (1 − q), eight a power of ten,
    /// from 0 % to 99.999 %, then 100 %. Points that fewer than one request lies beyond are left out but for the
    /// last.
    ///
    /// @param nanos latencies in nanoseconds; all results are 0, and there are no points, when it is empty
    public static LatencyMillis millis(Histogram nanos) {
        long count = nanos.getTotalCount();
        if (count == 0) {
            return new LatencyMillis(0, 0, 0, 0, 0, 0, List.of());
        }
        List<LatencyMillis.Point> points = new ArrayList<>();
        for (int step = 0; step <= POINTS_PER_DECADE * DECADES; step++) {
            double beyond = Math.pow(10, -(double) step / POINTS_PER_DECADE);
            if (beyond * count >= 1) {
                points.add(point(nanos, 100 * (1 - beyond)));
            }
        }
        points.add(point(nanos, 100));
        return new LatencyMillis(
                nanos.getMean() / NANOS,
                at(nanos, 50),
                at(nanos, 90),
                at(nanos, 99),
                at(nanos, 99.9),
                nanos.getMaxValue() / NANOS,
                points);
    }

    private static LatencyMillis.Point point(Histogram nanos, double percent) {
        return new LatencyMillis.Point(percent, at(nanos, percent));
    }

    private static double at(Histogram nanos, double percent) {
        // a bucket's upper end may lie above the greatest value that it holds
        return Math.min(nanos.getValueAtPercentile(percent), nanos.getMaxValue()) / NANOS;
    }
}
