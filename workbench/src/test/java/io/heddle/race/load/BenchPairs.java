package io.heddle.race.load;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/// Runs of two engines in pairs, and what their ratios say: Student's t on the logarithms, 95 %.
final class BenchPairs {

    private final List<Double> logarithms = new ArrayList<>();

    void add(double above, double below) {
        logarithms.add(Math.log(above / below));
    }

    double estimate() {
        return Math.exp(mean());
    }

    double low() {
        return Math.exp(mean() - half());
    }

    double high() {
        return Math.exp(mean() + half());
    }

    /// Whether the ratio is at least `limit`.
    String verdictAtLeast(double limit) {
        return low() >= limit
                ? "met"
                : high() < limit
                        ? "MISSED"
                        : estimate() >= limit ? "met, but the interval is wide" : "not met, but the interval is wide";
    }

    /// Whether the ratio is at most `limit`.
    String verdictAtMost(double limit) {
        return high() <= limit
                ? "met"
                : low() > limit
                        ? "MISSED"
                        : estimate() <= limit ? "met, but the interval is wide" : "not met, but the interval is wide";
    }

    @Override
    public String toString() {
        return "%.3f [%.3f, %.3f]".formatted(estimate(), low(), high());
    }

    private double mean() {
        return logarithms.stream().mapToDouble(d -> d).average().orElseThrow();
    }

    private double half() {
        int n = logarithms.size();
        double mean = mean();
        double variance =
                logarithms.stream().mapToDouble(d -> (d - mean) * (d - mean)).sum() / (n - 1);
        return TDistribution.of(n - 1).inverseSurvivalProbability(0.025) * Math.sqrt(variance / n);
    }
}
