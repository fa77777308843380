package io.heddle.canary.source;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.metrics.PrometheusApi;
import io.heddle.model.Failure;
import java.util.List;

/// The histogram of latencies that a selector means, and the queries that read it.
///
/// @param name without a suffix, such as `http_server_requests_seconds`
/// @param matchers such as `{arm="canary"}`, or empty
/// @param sparse it is a native histogram, whose buckets are no series of their own
/// @param scrapeSeconds how often it is taken
record LatencyHistogram(String name, String matchers, boolean sparse, double scrapeSeconds) {

    /// Micrometer's and Spring's name, OpenTelemetry's, the old one of it, and what many exporters use.
    private static final List<String> NAMES = List.of(
            "http_server_requests_seconds",
            "http_server_request_duration_seconds",
            "http_server_duration_milliseconds",
            "http_request_duration_seconds");

    private static final String BY = "sum by (le, status, code, http_response_status_code) (increase(%s%s[%ds]))";
    private static final double MILLIS = 1_000;
    private static final double FIVE_MINUTES = 300;

    /// @param selector such as `http_server_requests_seconds{arm="canary"}`, or the braces alone
    /// @throws Failure when there is none
    static LatencyHistogram find(PrometheusApi api, String selector) {
        int brace = selector.indexOf('{');
        String name = brace < 0 ? selector : selector.substring(0, brace);
        String matchers = brace < 0 ? "" : selector.substring(brace);
        for (String each : name.isEmpty() ? NAMES : List.of(name)) {
            // Where the server has both kinds, the native one is the finer.
            JsonNode sparse = api.now(each + matchers + "[5m]");
            boolean isSparse = !sparse.path(0).path("histograms").isEmpty();
            JsonNode found = isSparse ? sparse : api.now(each + "_bucket" + matchers + "[5m]");
            if (!found.isEmpty()) {
                return new LatencyHistogram(each, matchers, isSparse, spacing(api, found));
            }
        }
        throw new Failure(
                "Prometheus has no histogram '" + (name.isEmpty() ? String.join("', '", NAMES) : name) + "' with "
                        + (matchers.isEmpty() ? "any label" : matchers) + " in the last five minutes",
                "name it behind the #, without _bucket, and let the service publish one: in Spring"
                        + " management.metrics.distribution.percentiles-histogram.http.server.requests=true");
    }

    private static double spacing(PrometheusApi api, JsonNode series) {
        Samples samples = new Samples(api, 0, Double.MAX_VALUE);
        double least = Double.POSITIVE_INFINITY;
        for (JsonNode each : series) {
            JsonNode taken = each.has("values") ? each.path("values") : each.path("histograms");
            int n = taken.size();
            if (n > 1) {
                double span = (double) samples.time(taken.path(n - 1)) - samples.time(taken.path(0));
                least = Math.min(least, span / (n - 1));
            }
        }
        if (Double.isInfinite(least)) {
            throw new Failure(
                    "Prometheus has only one sample of the histogram so far", "try again after two of its scrapes");
        }
        if (!(least > 0 && least <= FIVE_MINUTES)) {
            throw api.odd("with scrapes that are not in the order of time, or not of the last five minutes");
        }
        return least;
    }

    /// Counts of buckets, and errors by their status.
    String counts(long seconds) {
        return String.format(BY, sparse ? name : name + "_bucket", matchers, seconds);
    }

    /// Sums of latencies, by the same labels; a native histogram has them with its counts.
    String sums(long seconds) {
        return String.format(BY, name + "_sum", matchers, seconds);
    }

    double millisPerUnit() {
        return name.endsWith("_milliseconds") || name.endsWith("_ms") ? 1 : MILLIS;
    }
}
