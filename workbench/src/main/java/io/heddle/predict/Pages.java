package io.heddle.predict;

import io.heddle.metrics.Exposition;
import io.heddle.metrics.Sample;
import io.heddle.model.Failure;
import io.heddle.model.Figures;
import io.heddle.model.IoReason;
import io.heddle.predict.MetricNames.Form;
import io.heddle.predict.MetricNames.Role;
import io.heddle.predict.Reading.Value;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// Two pages of metrics of one JVM, taken one after the other.
final class Pages {

    private static final int LARGEST = 64 << 20;
    /// Of the JVM's start, which it tells in milliseconds.
    private static final double SAME_START = 1;

    private Pages() {}

    /// What happened between them.
    ///
    /// @param seconds between them; empty where the pages tell it
    /// @throws Failure when they cannot be read, are of two JVMs, or do not say how long the time between them was
    static Reading read(Path before, Path after, Optional<Integer> seconds) {
        List<Sample> old = samples(before);
        List<Sample> now = samples(after);
        OptionalDouble oldStart = gauge(old, Role.START);
        OptionalDouble start = gauge(now, Role.START);
        if (oldStart.isPresent()
                && start.isPresent()
                && Math.abs(oldStart.getAsDouble() - start.getAsDouble()) > SAME_START) {
            throw new Failure(
                    before + " and " + after + " are of two JVMs, or of one that was started again between them",
                    "take both pages from one JVM, a minute apart, under load");
        }
        double length = length(old, now, seconds, before, after);
        Map<Role, List<Value>> values = Reading.empty();
        for (Role role : Role.values()) {
            MetricNames.of(role)
                    .map(metric -> values(metric, old, now, length, after))
                    .filter(found -> !found.isEmpty())
                    .findFirst()
                    .ifPresent(found -> values.put(role, found));
        }
        return new Reading("", "between the two pages, " + Figures.number(length) + " s", length, values);
    }

    private static double length(
            List<Sample> old, List<Sample> now, Optional<Integer> seconds, Path before, Path after) {
        if (seconds.isPresent()) {
            return seconds.orElseThrow();
        }
        OptionalDouble from = gauge(old, Role.UPTIME);
        OptionalDouble to = gauge(now, Role.UPTIME);
        if (from.isEmpty() || to.isEmpty()) {
            throw new Failure(
                    "the pages do not say how long the time between them was",
                    "say it: heddle predict " + before + " " + after + " --seconds 60");
        }
        double length = to.getAsDouble() - from.getAsDouble();
        if (!(length > 0)) {
            throw new Failure(after + " was not taken after " + before, "name the earlier page first");
        }
        return length;
    }

    private static List<Sample> samples(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw new Failure(file + " is larger than " + (LARGEST >> 20) + " MiB", "name a page of metrics");
            }
            List<Sample> samples = Exposition.read(new String(bytes, StandardCharsets.UTF_8));
            if (samples.isEmpty()) {
                throw new Failure(
                        file + " is no page of metrics",
                        "curl http://HOST:8080/actuator/prometheus >" + file + " takes one of Spring Boot");
            }
            return samples;
        } catch (IOException e) {
            throw new Failure(file + " cannot be read: " + IoReason.of(e), "look at its name and permissions", e);
        }
    }

    private static OptionalDouble gauge(List<Sample> samples, Role role) {
        return MetricNames.of(role)
                .flatMap(metric -> samples.stream()
                        .filter(sample -> sample.name().equals(metric.metric()))
                        .map(Sample::value))
                .mapToDouble(Double::doubleValue)
                .max();
    }

    private static List<Value> values(
            MetricNames metric, List<Sample> old, List<Sample> now, double seconds, Path after) {
        Form form = metric.role().form();
        String name = form == Form.TIMER ? metric.metric() + "_sum" : metric.metric();
        Map<String, Double> amounts = sums(metric, name, now);
        if (form == Form.GAUGE) {
            return amounts.entrySet().stream()
                    .map(each -> new Value(each.getKey(), each.getValue(), 0))
                    .toList();
        }
        Map<String, Double> grown = grown(amounts, sums(metric, name, old), name, after);
        Map<String, Double> counts = form == Form.TIMER
                ? grown(
                        sums(metric, metric.metric() + "_count", now),
                        sums(metric, metric.metric() + "_count", old),
                        metric.metric() + "_count",
                        after)
                : Map.of();
        return grown.entrySet().stream()
                .map(each -> new Value(
                        each.getKey(),
                        each.getValue() * metric.seconds() / seconds,
                        counts.getOrDefault(each.getKey(), 0.0) / seconds))
                .toList();
    }

    private static Map<String, Double> sums(MetricNames metric, String name, List<Sample> samples) {
        Map<String, Double> sums = new LinkedHashMap<>();
        samples.stream()
                .filter(sample -> sample.name().equals(name) && metric.isAsked(sample.labels()))
                .forEach(sample ->
                        sums.merge(sample.labels().getOrDefault(metric.label(), ""), sample.value(), Double::sum));
        return sums;
    }

    /// A series that was not there before began at 0.
    private static Map<String, Double> grown(
            Map<String, Double> now, Map<String, Double> old, String name, Path after) {
        Map<String, Double> grown = new LinkedHashMap<>();
        now.forEach((key, value) -> {
            double by = value - old.getOrDefault(key, 0.0);
            if (by < 0) {
                throw new Failure(
                        name + " is smaller in " + after + ": its JVM was started again, or the pages are swapped",
                        "name two pages of one JVM, the earlier first");
            }
            grown.put(key, by);
        });
        return grown;
    }
}
