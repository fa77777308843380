package io.heddle.canary.why;

import io.heddle.metrics.Sample;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Something that virtual threads are known to overload, and the names under which services publish it.
///
/// @param name as it is told
/// @param series the names of Micrometer, OpenTelemetry and Heddle, each with labels that must have one of some values
/// @param by the label that names the one that is meant, where there are several, in any of its spellings
/// @param kind how its values become a figure
/// @param floor a canary's figure below it is nothing to speak of
/// @param unit behind the figure
record Resource(String name, List<Series> series, Set<String> by, Kind kind, double floor, String unit) {

    enum Kind {
        /// As it is.
        GAUGE,
        /// It only grows: how fast.
        COUNTER
    }

    /// One name of it.
    ///
    /// @param where values that a label must have, if it is there at all
    record Series(String name, Map<String, Set<String>> where) {

        boolean matches(Sample sample) {
            return sample.name().equals(name)
                    && where.entrySet().stream()
                            .allMatch(each ->
                                    each.getValue().contains(sample.labels().getOrDefault(each.getKey(), "")));
        }
    }
}
