package io.heddle.canary.why;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.metrics.PrometheusApi;
import io.heddle.metrics.Sample;
import io.heddle.model.Failure;
import io.heddle.net.Deadline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One arm's metrics as a Prometheus server has them: those that [Resources] names, of the series that a selector
/// such as `{arm="canary"}` means.
final class MetricsQuery implements Metrics {

    private final PrometheusApi api;
    private final String query;

    MetricsQuery(String url, String selector, Deadline deadline) {
        api = new PrometheusApi(url, deadline);
        String inside = selector.startsWith("{") && selector.endsWith("}")
                ? selector.substring(1, selector.length() - 1).strip()
                : selector.strip();
        String names = Stream.concat(
                        Resources.ALL.stream().flatMap(each -> each.series().stream()), Resources.largest())
                .map(Resource.Series::name)
                .collect(Collectors.joining("|"));
        query = "{__name__=~\"" + names + "|process_start_time_seconds\"" + (inside.isEmpty() ? "" : "," + inside)
                + "}";
    }

    @Override
    public List<Sample> read() {
        try {
            List<Sample> samples = new ArrayList<>();
            for (JsonNode series : api.now(query)) {
                Map<String, String> labels = new HashMap<>();
                series.path("metric")
                        .properties()
                        .forEach(label ->
                                labels.put(label.getKey(), label.getValue().asText()));
                double value = series.path("value").path(1).asDouble(Double.NaN);
                if (Double.isFinite(value)) {
                    samples.add(new Sample(labels.getOrDefault("__name__", ""), labels, value));
                }
            }
            return samples;
        } catch (Failure e) {
            return List.of();
        }
    }
}
