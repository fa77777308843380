package io.heddle.agent;

import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/// A mean with its 95 % interval by Student's t.
record Interval(double estimate, double low, double high) {

    /// @param values at least two, independent of each other
    static Interval of(List<Double> values) {
        int n = values.size();
        double mean = values.stream().mapToDouble(value -> value).sum() / n;
        double squares = values.stream()
                .mapToDouble(value -> (value - mean) * (value - mean))
                .sum();
        double half = TDistribution.of(n - 1).inverseCumulativeProbability(0.975) * Math.sqrt(squares / (n - 1) / n);
        return new Interval(mean, mean - half, mean + half);
    }

    /// From logarithms to what they are the logarithms of.
    Interval exp() {
        return new Interval(Math.exp(estimate), Math.exp(low), Math.exp(high));
    }
}
