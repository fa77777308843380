package io.heddle.race.arm;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A load on one path of a JVM, with its settling.
///
/// @param workload its path
/// @param from when it began
/// @param to when it ended
public record LoadSpan(String workload, Instant from, Instant to) {

    private static final String NONE = "";

    /// The path that was under load in all of each second.
    ///
    /// @param spans none of which overlaps another
    /// @param begin of the first second
    /// @param seconds how many
    /// @return the path of each second; empty where no load covers all of it
    public static List<String> bySecond(List<LoadSpan> spans, Instant begin, int seconds) {
        List<String> paths = new ArrayList<>();
        for (int second = 0; second < seconds; second++) {
            Instant from = begin.plusSeconds(second);
            Instant to = from.plusSeconds(1);
            paths.add(spans.stream()
                    .filter(span -> !span.from().isAfter(from) && !span.to().isBefore(to))
                    .map(LoadSpan::workload)
                    .findFirst()
                    .orElse(NONE));
        }
        return paths;
    }
}
