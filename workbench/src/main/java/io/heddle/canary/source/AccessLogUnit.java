package io.heddle.canary.source;

import io.heddle.canary.source.AccessLogLayout.Told;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What the numbers of an access log stand for, found from its lines: a server writes a line when it has answered.
/// `%D` is milliseconds in Tomcat up to 10.0 and in Undertow, and microseconds in Tomcat since 10.1, Jetty and Apache.
///
/// @param millis milliseconds that 1 stands for
/// @param begun whether the time of a line is that of the begin of the request
/// @param why how that was found out
record AccessLogUnit(double millis, boolean begun, String why) {

    private static final double[] UNITS = {1e3, 1, 1e-3};
    /// Seconds: times are told in whole ones, and lines are written a bit later.
    private static final double SLACK = 3;
    private static final int LEAST_LINES = 20;
    /// Nothing answers a request of HTTP in less microseconds.
    private static final double LEAST_MICROS = 20;
    /// Requests at once, in the mean, that hardly a server has. Tomcat's default is 200 threads.
    private static final double CROWD = 1_000;
    /// Half an hour, in milliseconds: hardly a client waits for so long.
    private static final double LONGEST = 1_800_000;

    /// @param lines in the order of the log
    /// @return empty where the lines leave it open
    static Optional<AccessLogUnit> of(List<Told> lines) {
        List<Told> timed = lines.stream().filter(line -> line.took() >= 0).toList();
        if (timed.stream().anyMatch(Told::decimal)) {
            return Optional.of(new AccessLogUnit(1e3, !isInOrder(timed, 0), "decimals are seconds"));
        }
        if (timed.size() < LEAST_LINES) {
            return Optional.empty();
        }
        if (!isInOrder(timed, 0)) {
            double[] fitting = Arrays.stream(UNITS)
                    .filter(unit -> isInOrder(timed, unit / 1e3))
                    .toArray();
            return fitting.length == 1
                    ? Optional.of(new AccessLogUnit(fitting[0], true, "so requests end in the order of the lines"))
                    : Optional.empty();
        }
        double least = timed.stream().mapToDouble(Told::took).min().orElseThrow();
        double most = timed.stream().mapToDouble(Told::took).max().orElseThrow();
        if (least < LEAST_MICROS && most >= LEAST_MICROS) {
            return Optional.of(new AccessLogUnit(1, false, "the shortest would be " + (long) least + " µs else"));
        }
        double seconds = timed.getLast().seconds() - timed.getFirst().seconds() + 1;
        double crowd = timed.stream().mapToDouble(Told::took).sum() / 1e3 / seconds;
        if (least < LEAST_MICROS || most <= LONGEST && crowd <= CROWD) {
            return Optional.empty();
        }
        return Optional.of(new AccessLogUnit(
                1e-3,
                false,
                most > LONGEST
                        ? "in milliseconds one took " + Math.round(most / 60_000) + " minutes"
                        : "in milliseconds " + Math.round(crowd) + " requests were answered at once"));
    }

    // Whether requests that took so many seconds ended in the order of their lines.
    private static boolean isInOrder(List<Told> lines, double unit) {
        double latest = 0;
        for (Told line : lines) {
            double ended = line.seconds() + line.took() * unit;
            if (ended < latest - SLACK) {
                return false;
            }
            latest = Math.max(latest, ended);
        }
        return true;
    }

    /// In words.
    String unit() {
        return millis == 1 ? "milliseconds" : millis > 1 ? "seconds" : "microseconds";
    }
}
