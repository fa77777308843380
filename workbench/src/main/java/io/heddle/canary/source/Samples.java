package io.heddle.canary.source;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.metrics.PrometheusApi;
import io.heddle.model.Failure;

/// Reads samples of Prometheus: pairs of a time, in seconds since 1970, and a value. What is none is a [Failure].
///
/// @param api that answered
/// @param from the first time that was asked for
/// @param to the last
record Samples(PrometheusApi api, double from, double to) {

    /// A step has fewer requests.
    private static final double MOST = 1e8;

    /// When a sample was taken.
    ///
    /// @throws Failure when it is no pair, or its time was not asked for
    long time(JsonNode sample) {
        double time = sample.path(0).isNumber() ? sample.path(0).asDouble() : Double.NaN;
        if (!sample.isArray() || sample.size() < 2 || !(time >= from && time <= to)) {
            throw api.odd("with a sample of a time that was not asked for");
        }
        return Math.round(time);
    }

    /// How many requests.
    ///
    /// @throws Failure when that is no number of requests
    double count(JsonNode value) {
        double count = number(value);
        if (!(count >= 0 && count <= MOST)) {
            throw api.odd("with a number of requests that is none");
        }
        return count;
    }

    /// An end of a bucket, in the histogram's unit; infinite for the last.
    ///
    /// @throws Failure when it is none
    double edge(JsonNode value) {
        double edge = value.asText("").equals("+Inf") ? Double.POSITIVE_INFINITY : number(value);
        if (!(edge >= 0)) {
            throw api.odd("with a bucket of latencies that has no upper end");
        }
        return edge;
    }

    /// The lower end of a bucket; 0 where it is below 0.
    double lower(JsonNode value) {
        return value.asText("").equals("-Inf") ? 0 : Math.max(0, finite(value));
    }

    /// @throws Failure when that is no finite number
    double finite(JsonNode value) {
        double number = number(value);
        if (!Double.isFinite(number)) {
            throw api.odd("with a value that is no number");
        }
        return number;
    }

    private double number(JsonNode value) {
        try {
            return Double.parseDouble(value.asText(""));
        } catch (NumberFormatException e) {
            throw api.odd("with a value that is no number");
        }
    }
}
