package io.heddle.canary;

import java.util.Arrays;
import java.util.List;

/// The judge of Kayenta (`NetflixACAJudge`) as it is published: points of a time series, outliers beyond three
/// interquartile ranges removed, Mann and Whitney's interval of the shift at 98 %, and a metric is *High* when the
/// interval lies above a quarter of the shift's estimate. The score is the share of metrics that are not.
final class Kayenta {

    private static final double Z = 2.3263;
    private static final double OUTLIERS = 3;
    private static final double TOLERANCE = 0.25;

    private Kayenta() {}

    static boolean high(List<Double> baseline, List<Double> canary) {
        double[] control = withoutOutliers(baseline);
        double[] experiment = withoutOutliers(canary);
        double pairs = (double) control.length * experiment.length;
        double deviation = Math.sqrt(pairs * (control.length + experiment.length + 1) / 12);
        int lower = (int) Math.floor(pairs / 2 - Z * deviation);
        if (lower < 0) {
            return false;
        }
        double[] shifts = new double[(int) pairs];
        int n = 0;
        for (double c : control) {
            for (double e : experiment) {
                shifts[n++] = e - c;
            }
        }
        double low = Selection.ranked(shifts, lower);
        // The upper of the two middle shifts stands for the median: of 100 pairs and more they hardly differ.
        return low > 0 && low > TOLERANCE * Math.abs(Selection.ranked(shifts, n / 2));
    }

    private static double[] withoutOutliers(List<Double> values) {
        double[] sorted = values.stream()
                .mapToDouble(Double::doubleValue)
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        if (sorted.length < 4) {
            return sorted;
        }
        double low = sorted[sorted.length / 4];
        double high = sorted[sorted.length * 3 / 4];
        double reach = OUTLIERS * (high - low);
        return Arrays.stream(sorted)
                .filter(x -> x >= low - reach && x <= high + reach)
                .toArray();
    }
}
