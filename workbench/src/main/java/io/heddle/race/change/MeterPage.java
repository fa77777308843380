package io.heddle.race.change;

import io.heddle.race.change.Observation.Meter;
import java.util.LinkedHashMap;
import java.util.Map;

/// The meters of a page in the text format of Prometheus, as far as they can be compared between two JVMs.
final class MeterPage {

    private MeterPage() {}

    /// @param page whole
    /// @return by name; a meter is dead where every sample of it is NaN or negative
    static Map<String, Meter> of(String page) {
        Map<String, Meter> meters = new LinkedHashMap<>();
        page.lines().filter(line -> !line.isEmpty() && line.charAt(0) != '#').forEach(line -> {
            int labels = line.indexOf('{');
            int blank = line.indexOf(' ');
            int end = labels >= 0 && labels < blank ? labels : blank;
            int after = labels >= 0 && labels < blank ? line.lastIndexOf('}') + 1 : blank;
            if (end > 0 && after > 0) {
                String value = line.substring(after).strip().split(" ")[0];
                meters.merge(
                        line.substring(0, end),
                        new Meter(isDead(value)),
                        (known, more) -> new Meter(known.dead() && more.dead()));
            }
        });
        return meters;
    }

    private static boolean isDead(String value) {
        return value.equals("NaN") || value.startsWith("-") && !value.startsWith("-0");
    }
}
