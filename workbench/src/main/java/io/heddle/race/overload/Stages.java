package io.heddle.race.overload;

import io.heddle.race.load.Slice;
import io.heddle.race.load.Stage;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/// Half of the lower arm's capacity, then the overload, then half again.
///
/// @param before length of the first stage, in which the latency is learned that the target should come back to
/// @param over length of the overload
/// @param after most time to recover
record Stages(Duration before, Duration over, Duration after) {

    static final double HALF = 0.5;

    private static final Duration LEAST_BEFORE = Duration.ofSeconds(2);
    private static final int OVER = 1;
    private static final int AFTER = 2;

    /// @param length of the overload
    static Stages of(Duration length) {
        Duration sixth = length.dividedBy(6);
        return new Stages(sixth.compareTo(LEAST_BEFORE) < 0 ? LEAST_BEFORE : sixth, length, length);
    }

    /// @param lower capacity of the lower arm, requests a second
    List<Stage> at(double lower, double factor) {
        return List.of(
                new Stage(HALF * lower, before), new Stage(factor * lower, over), new Stage(HALF * lower, after));
    }

    double overFrom() {
        return seconds(before);
    }

    double overTo() {
        return seconds(before) + seconds(over);
    }

    /// When the second half of the overload begins: what queues do by then they do for as long as it lasts.
    double overMiddle() {
        return overFrom() + seconds(over) / 2;
    }

    static boolean isOver(int stage) {
        return stage == OVER;
    }

    static boolean isAfter(int stage) {
        return stage == AFTER;
    }

    /// Those that begin between two moments.
    static List<Slice> between(List<Slice> slices, double from, double to) {
        return slices.stream()
                .filter(slice -> slice.at() >= from - 1e-6 && slice.at() < to - 1e-6)
                .toList();
    }

    /// 99th percentile of the second half of the first stage, in milliseconds; 0 when nothing was answered.
    double p99Before(List<Slice> slices) {
        Histogram all = new Histogram(2);
        all.setAutoResize(true);
        between(slices, overFrom() / 2, overFrom()).forEach(slice -> all.add(slice.micros()));
        return all.getTotalCount() == 0 ? 0 : all.getValueAtPercentile(99) / 1e3;
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }
}
