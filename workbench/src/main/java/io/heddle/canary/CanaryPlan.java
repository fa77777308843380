package io.heddle.canary;

import java.util.List;

/// What is asked of a canary.
///
/// @param quantiles of latency, each above 0 and below 1, ascending
/// @param tolerance share by which the canary may be worse, such as 0.1
/// @param alpha probability of a false fail over all looks and metrics, and of a false pass
public record CanaryPlan(List<Double> quantiles, double tolerance, double alpha) {

    /// Above this a quantile need not be shown for a pass: it takes too many requests.
    private static final double HIGHEST_TO_SHOW = 0.95;

    /// p50, p95 and p99 within 10 %, at 5 %.
    public static final CanaryPlan DEFAULT = new CanaryPlan(List.of(0.5, 0.95, 0.99), 0.1, 0.05);

    /// Quantiles that a pass must show: those up to p95, or all where there are only higher ones.
    List<Double> toShow() {
        List<Double> low = quantiles.stream().filter(q -> q <= HIGHEST_TO_SHOW).toList();
        return low.isEmpty() ? quantiles : low;
    }

    /// Quantiles, the mean, the errors and the refusals: α of a false fail is split evenly between them (Bonferroni).
    int metrics() {
        return quantiles.size() + 3;
    }
}
