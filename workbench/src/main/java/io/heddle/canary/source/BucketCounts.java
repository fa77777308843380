package io.heddle.canary.source;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.canary.stats.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What Prometheus counted of one arm in one step: requests by bucket of latency, their sum, and errors.
final class BucketCounts {

    private static final List<String> STATUS = List.of("status", "code", "http_response_status_code");

    /// One bucket.
    ///
    /// @param fromMillis exclusive
    /// @param toMillis inclusive; infinite for the last
    record Bucket(double fromMillis, double toMillis, double count) {}

    private final SortedMap<Double, Double> upTo = new TreeMap<>();
    private final SortedMap<Double, Bucket> sparse = new TreeMap<>();
    private double errors;
    private double refusals;
    private double sum;

    /// Reads an answer into the steps of its times.
    ///
    /// @throws io.heddle.model.Failure when it is none
    static void read(JsonNode result, Samples samples, double millisPerUnit, Map<Long, BucketCounts> steps) {
        for (JsonNode series : result) {
            Outcome outcome = outcome(series.path("metric"));
            @Nullable JsonNode le = series.path("metric").get("le");
            for (JsonNode sample : series.path("values")) {
                BucketCounts step = at(steps, samples.time(sample));
                if (le == null) {
                    step.sum += outcome == Outcome.FAILED ? 0 : samples.finite(sample.path(1)) * millisPerUnit;
                } else {
                    step.add(samples.edge(le) * millisPerUnit, samples.count(sample.path(1)), outcome);
                }
            }
            for (JsonNode sample : series.path("histograms")) {
                at(steps, samples.time(sample)).add(sample.path(1), samples, millisPerUnit, outcome);
            }
        }
    }

    private static BucketCounts at(Map<Long, BucketCounts> steps, long time) {
        return steps.computeIfAbsent(time, _ -> new BucketCounts());
    }

    private void add(double edge, double value, Outcome outcome) {
        if (outcome != Outcome.FAILED) {
            upTo.merge(edge, value, Double::sum);
        }
        if (Double.isInfinite(edge)) {
            count(value, outcome);
        }
    }

    private void count(double value, Outcome outcome) {
        errors += outcome == Outcome.FAILED ? value : 0;
        refusals += outcome == Outcome.REFUSED ? value : 0;
    }

    private void add(JsonNode histogram, Samples samples, double millisPerUnit, Outcome outcome) {
        count(samples.count(histogram.path("count")), outcome);
        if (outcome == Outcome.FAILED) {
            return;
        }
        sum += samples.finite(histogram.path("sum")) * millisPerUnit;
        for (JsonNode bucket : histogram.path("buckets")) {
            double from = samples.lower(bucket.path(1)) * millisPerUnit;
            double to = samples.edge(bucket.path(2)) * millisPerUnit;
            sparse.merge(
                    to,
                    new Bucket(from, to, samples.count(bucket.path(3))),
                    (a, b) -> new Bucket(a.fromMillis(), a.toMillis(), a.count() + b.count()));
        }
    }

    /// Ascending; empty ones too.
    List<Bucket> buckets() {
        if (!sparse.isEmpty()) {
            return List.copyOf(sparse.values());
        }
        List<Bucket> buckets = new ArrayList<>();
        double below = 0;
        double counted = 0;
        for (Map.Entry<Double, Double> edge : upTo.entrySet()) {
            buckets.add(new Bucket(below, edge.getKey(), Math.max(0, edge.getValue() - counted)));
            below = edge.getKey();
            counted = Math.max(counted, edge.getValue());
        }
        return buckets;
    }

    double errors() {
        return errors;
    }

    double sumMillis() {
        return sum;
    }

    /// Requests that the service refused; they are in the buckets too.
    double refusals() {
        return refusals;
    }

    /// By the label that has the status, such as `429` or `4xx`.
    private static Outcome outcome(JsonNode labels) {
        return STATUS.stream()
                .map(key -> labels.path(key).asText(""))
                .filter(status -> status.matches("[1-5](?:\\d\\d|xx)"))
                .map(status -> Outcome.of(Integer.parseInt(status.replace('x', '0'))))
                .findFirst()
                .orElse(Outcome.SERVED);
    }
}
