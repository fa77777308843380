package io.heddle.race.overload;

import io.heddle.race.load.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/// Slices one after the other, each with as many requests as are said, all of one latency.
final class SliceRow {

    private final List<Slice> slices = new ArrayList<>();

    /// @param count slices
    SliceRow add(int count, long offered, double millis) {
        return add(count, offered, offered, millis);
    }

    /// @param answered of those offered; the others failed
    SliceRow add(int count, long offered, long answered, double millis) {
        for (int i = 0; i < count; i++) {
            Histogram micros = new Histogram(2);
            micros.setAutoResize(true);
            micros.recordValueWithCount(Math.round(1e3 * millis), answered);
            TreeMap<String, Long> errors = new TreeMap<>();
            if (answered < offered) {
                errors.put("503", offered - answered);
            }
            slices.add(new Slice(slices.size() * 0.5, offered, answered, 0, 0, errors, 0, micros));
        }
        return this;
    }

    List<Slice> all() {
        return slices;
    }
}
