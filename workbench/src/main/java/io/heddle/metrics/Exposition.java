package io.heddle.metrics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The text that services publish for Prometheus, or OpenMetrics. Lines that are no samples are left out.
public final class Exposition {

    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})?\\s+([^\\s#]+).*");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private Exposition() {}

    public static List<Sample> read(String text) {
        List<Sample> samples = new ArrayList<>();
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher sample = SAMPLE.matcher(line);
            if (sample.matches()) {
                double value = number(sample.group(3));
                if (Double.isFinite(value)) {
                    samples.add(new Sample(sample.group(1), labels(sample.group(2)), value));
                }
            }
        });
        return samples;
    }

    private static Map<String, String> labels(@Nullable String text) {
        Map<String, String> labels = new HashMap<>();
        Matcher label = LABEL.matcher(text == null ? "" : text);
        while (label.find()) {
            labels.put(label.group(1), label.group(2));
        }
        return labels;
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
