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
        // The upper of the two middle shifts stands for the median: of 100 pairs and more they hardly differ.
        double estimate = ranked(shifts, n / 2);
        return ranked(shifts, lower) > TOLERANCE * Math.abs(estimate);
    }

    /// The value of a rank, from 0; moves the values about (Hoare's selection).
    private static double ranked(double[] values, int rank) {
        int low = 0;
        int high = values.length - 1;
        while (low < high) {
            double pivot = values[(low + high) >>> 1];
            int i = low;
            int j = high;
            while (i <= j) {
                while (values[i] < pivot) {
                    i++;
                }
                while (values[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    double swapped = values[i];
                    values[i++] = values[j];
                    values[j--] = swapped;
                }
            }
            if (rank <= j) {
                high = j;
            } else if (rank >= i) {
                low = i;
            } else {
                break;
            }
        }
        return values[rank];
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
