package io.heddle.waits;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/// When requests queue for something: in 5 % of the samples or more (two at least, where there are as many) threads
/// wait for what is used up, and that is 10 % of the time of requests or more. Less is everyday: a pool at half its
/// use lets 4 % of its requests wait. What a few samples show by chance does not count: the lower end of the share's
/// interval has to reach 10 %.
final class Contention {

    /// Share of the time of requests from which on a wait is told.
    static final double SHARE = 0.10;

    private static final double OF_SAMPLES = 0.05;
    private static final int LEAST_SAMPLES = 2;
    /// One dump is one moment, in which a burst looks the same.
    private static final int LEAST_IN_ONE = 5;
    private static final int PARTS = 10;
    private static final double DOUBT = 0.05;
    private static final double NORMAL = 1.96;

    private Contention() {}

    /// @param waiting threads that wait, by sample
    /// @param threads all threads among them, by sample
    static boolean shows(double[] waiting, double[] threads) {
        long times = Arrays.stream(waiting).filter(count -> count > 0).count();
        int samples = waiting.length;
        if (samples == 1 ? waiting[0] < LEAST_IN_ONE : times < Math.max(LEAST_SAMPLES, OF_SAMPLES * samples)) {
            return false;
        }
        double all = Arrays.stream(threads).sum();
        double share = Math.min(1, Arrays.stream(waiting).sum() / Math.max(1, all));
        double chance = NORMAL * Math.sqrt(share * (1 - share) / Math.max(1, all));
        return share - Math.max(chance, halfWidth(waiting, all / samples)) >= SHARE - 1e-9;
    }

    /// The same rule where events tell how long each waited.
    ///
    /// @param waiting threads that wait, in the mean of each part of the window
    /// @param threads all threads among them, likewise
    /// @param error half of the interval of 95 % of the time that is waited, over that time
    static boolean lasts(double[] waiting, double[] threads, double error) {
        double all = Arrays.stream(threads).sum();
        double occupied =
                Arrays.stream(waiting).map(count -> Math.min(1, count)).sum();
        return all > 0
                && occupied >= OF_SAMPLES * waiting.length
                && Arrays.stream(waiting).sum() / all * (1 - error) >= SHARE - 1e-9;
    }

    /// Half of the interval of 95 % over the mean, of a sum of visits. They come independently of each other, and
    /// each weighs as long as it lasts: the variance of their sum is the sum of their squares.
    static double visits(double squares, double sum) {
        return sum <= 0 ? 1 : NORMAL * Math.sqrt(squares) / sum;
    }

    /// Half of the interval of 95 % of a share, from parts of the window; 0 where there are fewer than three.
    private static double halfWidth(double[] waiting, double meanThreads) {
        List<Double> parts = parts(waiting);
        return parts.size() < 3 || meanThreads == 0 ? 0 : half(parts) / meanThreads;
    }

    /// Half of the interval of 95 % of a mean over the mean; 0 where there are fewer than three samples.
    static double spread(double[] counts) {
        double mean = Arrays.stream(counts).average().orElse(0);
        List<Double> parts = parts(counts);
        return parts.size() < 3 || mean == 0 ? 0 : half(parts) / mean;
    }

    private static double half(List<Double> parts) {
        double mean = parts.stream().mapToDouble(Double::doubleValue).average().orElse(0);
        double variance = parts.stream()
                        .mapToDouble(part -> (part - mean) * (part - mean))
                        .sum()
                / (parts.size() - 1);
        return TDistribution.of(parts.size() - 1).inverseSurvivalProbability(DOUBT / 2)
                * Math.sqrt(variance / parts.size());
    }

    /// Means of at most ten parts of equal length: neighbours are alike, and would pretend to be many.
    private static List<Double> parts(double[] counts) {
        int size = Math.max(1, counts.length / PARTS);
        List<Double> parts = new ArrayList<>();
        for (int from = 0; from + size <= counts.length; from += size) {
            parts.add(Arrays.stream(counts, from, from + size).average().orElse(0));
        }
        return parts;
    }
}
