package io.heddle.predict;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.metrics.PrometheusApi;
import io.heddle.model.Failure;
import io.heddle.net.Deadline;
import io.heddle.predict.MetricNames.Form;
import io.heddle.predict.MetricNames.Role;
import io.heddle.predict.Reading.Value;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Up to 30 days of a service's metrics, as a Prometheus server keeps them.
final class PrometheusHistory {

    private static final long BACK = 30L * 24 * 3600;
    /// Prometheus answers at most 11,000 points a series.
    private static final long MOST_POINTS = 10_000;
    /// A shorter history is looked at in shorter intervals.
    private static final long SHORT = 4 * 3600;
    private static final long LONG_STEP = 300;
    private static final long SHORT_STEP = 15;
    private static final int SCRAPES = 4;
    private static final int OVERLAPPING = 5;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final PrometheusApi api;
    private final String selector;
    private final Optional<Long> now;

    /// One instance.
    ///
    /// @param busiest its busiest interval
    /// @param busy mean threads that served requests in each interval, in the order of time
    record Instance(Reading busiest, List<Double> busy) {}

    /// The metric under which requests are kept, and when that begins, in seconds since 1970.
    private record Kept(MetricNames requests, long from) {}

    /// @param place such as `http://127.0.0.1:9090`
    /// @param selector such as `{job="shop"}`, or what stands in it
    /// @param now seconds since 1970; empty for the present
    PrometheusHistory(String place, String selector, Optional<Long> now) {
        api = new PrometheusApi(place, Deadline.NONE);
        String bare = selector.strip();
        this.selector = bare.startsWith("{") && bare.endsWith("}")
                ? bare.substring(1, bare.length() - 1).strip()
                : bare;
        this.now = now;
    }

    /// Each instance, the busiest first.
    ///
    /// @throws Failure when the server has no requests of such a service
    List<Instance> read() {
        long to = now.orElseGet(() -> System.currentTimeMillis() / 1_000);
        Kept kept = MetricNames.of(Role.REQUESTS)
                .flatMap(metric -> kept(metric, to).stream())
                .findFirst()
                .orElseThrow(() -> new Failure(
                        "Prometheus has no requests of {" + selector + "}: "
                                + String.join(
                                        ", ",
                                        MetricNames.of(Role.REQUESTS)
                                                .map(metric -> metric.metric() + "_count")
                                                .toList())
                                + " were asked for",
                        "try the selector in Prometheus itself; a service of Spring Boot shows them with "
                                + "management.endpoints.web.exposure.include=prometheus"));
        MetricNames requests = kept.requests();
        long from = kept.from();
        long window = window(requests, from, to);
        // Windows overlap, so that one of them has the peak as a whole.
        long step = Math.max(Math.max(1, window / OVERLAPPING), (to - from) / MOST_POINTS + 1);
        Map<String, TreeMap<Long, Double>> busy =
                series(rate(requests, "_sum", window), from, to, step, requests.seconds());
        List<Instance> instances = new ArrayList<>();
        busy.forEach((instance, at) -> {
            long peak = at.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .orElseThrow()
                    .getKey();
            instances.add(new Instance(reading(instance, peak, window), List.copyOf(at.values())));
        });
        instances.sort(
                Comparator.comparingDouble((Instance each) -> each.busiest().busy())
                        .reversed());
        return instances;
    }

    /// A metric of requests, if the server has it.
    private Optional<Kept> kept(MetricNames requests, long to) {
        JsonNode counted =
                api.range("count(" + requests.metric() + "_count" + matchers(requests) + ")", to - BACK, to, LONG_STEP);
        if (counted.isEmpty()) {
            return Optional.empty();
        }
        long first = to;
        for (JsonNode series : counted) {
            first = Math.min(first, series.path("values").path(0).path(0).asLong(to));
        }
        return Optional.of(new Kept(requests, Math.max(to - BACK, first - LONG_STEP)));
    }

    /// Long enough to hold some scrapes, so that what Prometheus extrapolates at its ends is little.
    private long window(MetricNames requests, long from, long to) {
        long least = to - from < SHORT ? SHORT_STEP : LONG_STEP;
        return Math.max(Math.max(least, SCRAPES * scrape(requests)), (to - from) / MOST_POINTS + 1);
    }

    /// Seconds between two scrapes: the median of the last of them; 0 where there are none yet.
    private long scrape(MetricNames requests) {
        List<Double> gaps = new ArrayList<>();
        for (JsonNode series : api.now(requests.metric() + "_count" + matchers(requests) + "[" + LONG_STEP + "s]")) {
            double before = Double.NaN;
            for (JsonNode pair : series.path("values")) {
                double at = pair.path(0).asDouble(Double.NaN);
                if (at > before) {
                    gaps.add(at - before);
                }
                before = at;
            }
        }
        gaps.sort(Comparator.naturalOrder());
        return gaps.isEmpty() ? 0 : (long) Math.ceil(gaps.get(gaps.size() / 2) - 0.1);
    }

    private Reading reading(String instance, long at, long step) {
        Map<Role, List<Value>> values = Reading.empty();
        for (Role role : Role.values()) {
            MetricNames.of(role)
                    .map(metric -> values(metric, instance, at, step))
                    .filter(found -> !found.isEmpty())
                    .findFirst()
                    .ifPresent(found -> values.put(role, found));
        }
        return new Reading(
                instance, "in the " + step + " s before " + TIME.format(Instant.ofEpochSecond(at)), step, values);
    }

    private List<Value> values(MetricNames metric, String instance, long at, long step) {
        Form form = metric.role().form();
        Map<String, Double> amounts = at(
                form == Form.GAUGE
                        ? "avg_over_time(" + metric.metric() + matchers(metric) + "[" + step + "s])"
                        : rate(metric, form == Form.TIMER ? "_sum" : "", step),
                metric,
                instance,
                at);
        Map<String, Double> counts =
                form == Form.TIMER ? at(rate(metric, "_count", step), metric, instance, at) : Map.of();
        return amounts.entrySet().stream()
                .map(each -> new Value(
                        each.getKey(), each.getValue() * metric.seconds(), counts.getOrDefault(each.getKey(), 0.0)))
                .toList();
    }

    private String rate(MetricNames metric, String suffix, long step) {
        return "rate(" + metric.metric() + suffix + matchers(metric) + "[" + step + "s])";
    }

    private String matchers(MetricNames metric) {
        return "{" + selector + (selector.isEmpty() || metric.matcher().isEmpty() ? "" : ",") + metric.matcher() + "}";
    }

    /// Values at one time, summed by the metric's own label.
    private Map<String, Double> at(String query, MetricNames metric, String instance, long at) {
        Map<String, Double> values = new HashMap<>();
        for (JsonNode series : api.range(query, at, at, 1)) {
            if (instance(series).equals(instance)) {
                double value = value(series.path("values").path(0));
                if (Double.isFinite(value)) {
                    values.merge(
                            metric.label().isEmpty()
                                    ? ""
                                    : series.path("metric").path(metric.label()).asText(""),
                            value,
                            Double::sum);
                }
            }
        }
        return values;
    }

    /// Values of each instance at all times.
    private Map<String, TreeMap<Long, Double>> series(String query, long from, long to, long step, double seconds) {
        Map<String, TreeMap<Long, Double>> all = new HashMap<>();
        for (JsonNode series : api.range("sum by (instance, pod) (" + query + ")", from, to, step)) {
            TreeMap<Long, Double> values = all.computeIfAbsent(instance(series), _ -> new TreeMap<>());
            for (JsonNode pair : series.path("values")) {
                double value = value(pair);
                if (Double.isFinite(value)) {
                    values.merge(pair.path(0).asLong(), value * seconds, Double::sum);
                }
            }
        }
        all.values().removeIf(Map::isEmpty);
        return all;
    }

    private static String instance(JsonNode series) {
        JsonNode labels = series.path("metric");
        String instance = labels.path("instance").asText("");
        String pod = labels.path("pod").asText("");
        return pod.isEmpty() ? instance : pod + (instance.isEmpty() ? "" : " (" + instance + ")");
    }

    private static double value(JsonNode pair) {
        try {
            return Double.parseDouble(pair.path(1).asText(""));
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
