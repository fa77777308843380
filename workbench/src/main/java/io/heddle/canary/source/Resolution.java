package io.heddle.canary.source;

import io.heddle.canary.source.BucketCounts.Bucket;
import io.heddle.model.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Refuses what buckets cannot show: within one a quantile is a guess, so that a change smaller than the bucket may be
/// none, and one that is there may not be seen.
public record Resolution(List<Double> quantiles, double tolerance) {

    private static final double ENOUGH = 100;

    /// @param buckets all so far, ascending
    /// @throws Failure when a quantile lies in a bucket wider than the tolerance
    void check(List<Bucket> buckets, String whose) {
        double all = buckets.stream().mapToDouble(Bucket::count).sum();
        if (all < ENOUGH) {
            return;
        }
        List<String> wide = new ArrayList<>();
        for (double q : quantiles) {
            double below = 0;
            for (Bucket bucket : buckets) {
                if (below + bucket.count() >= q * all) {
                    if (bucket.toMillis() > bucket.fromMillis() * (1 + tolerance)) {
                        wide.add(said(q, bucket));
                    }
                    break;
                }
                below += bucket.count();
            }
        }
        if (!wide.isEmpty()) {
            throw new Failure(
                    "a tolerance of " + Math.round(tolerance * 100) + " % is finer than the buckets of the " + whose
                            + "'s histogram, in which a quantile is only a guess: " + String.join("; ", wide),
                    "let the service publish narrower buckets there or a native histogram, judge the log of the load"
                            + " balancer, or leave the quantile out of --quantiles");
        }
    }

    private static String said(double q, Bucket bucket) {
        return String.format(
                Locale.ROOT,
                "p%s lies between %.4g and %.4g ms",
                q * 100 == Math.rint(q * 100) ? String.valueOf((int) Math.rint(q * 100)) : String.valueOf(q * 100),
                bucket.fromMillis(),
                bucket.toMillis());
    }
}
