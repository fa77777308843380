package io.heddle.canary.source;

import com.fasterxml.jackson.databind.JsonNode;
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
    private double sum;

    /// Reads an answer into the steps of its times.
    static void read(JsonNode result, double millisPerUnit, Map<Long, BucketCounts> steps) {
        for (JsonNode series : result) {
            boolean error = isError(series.path("metric"));
            @Nullable JsonNode le = series.path("metric").get("le");
            for (JsonNode sample : series.path("values")) {
                BucketCounts step = at(steps, sample);
                double value = sample.get(1).asDouble(0);
                if (le == null) {
                    step.sum += error ? 0 : value * millisPerUnit;
                } else {
                    step.add(edge(le.asText()) * millisPerUnit, value, error);
                }
            }
            for (JsonNode sample : series.path("histograms")) {
                at(steps, sample).add(sample.get(1), millisPerUnit, error);
            }
        }
    }

    private static BucketCounts at(Map<Long, BucketCounts> steps, JsonNode sample) {
        return steps.computeIfAbsent(Math.round(sample.get(0).asDouble()), _ -> new BucketCounts());
    }

    private void add(double edge, double value, boolean error) {
        if (!error) {
            upTo.merge(edge, value, Double::sum);
        } else if (Double.isInfinite(edge)) {
            errors += value;
        }
    }

    private void add(JsonNode histogram, double millisPerUnit, boolean error) {
        if (error) {
            errors += histogram.path("count").asDouble();
            return;
        }
        sum += histogram.path("sum").asDouble() * millisPerUnit;
        for (JsonNode bucket : histogram.path("buckets")) {
            double from = Math.max(0, bucket.get(1).asDouble()) * millisPerUnit;
            double to = bucket.get(2).asDouble() * millisPerUnit;
            sparse.merge(
                    to,
                    new Bucket(from, to, bucket.get(3).asDouble()),
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

    private static boolean isError(JsonNode labels) {
        return STATUS.stream().anyMatch(key -> labels.path(key).asText("").matches("5(\\d\\d|xx)"));
    }

    private static double edge(String le) {
        return le.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(le);
    }
}
