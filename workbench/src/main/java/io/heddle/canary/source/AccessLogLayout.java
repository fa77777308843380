package io.heddle.canary.source;

import io.heddle.canary.source.LineFormat.Unreadable;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How the lines of an access log are laid out.
///
/// @param line with the groups TIME, STATUS and TOOK, and ARM if it tells that
/// @param tellsArm whether it tells which server answered
/// @param millis milliseconds that 1 stands for where it says how long a request took; not a number where that is to
///     be found out
/// @param begun whether the time is surely that of the begin of a request
record AccessLogLayout(Pattern line, boolean tellsArm, double millis, boolean begun) {

    private static final String QUOTED = "\"(?:[^\"\\\\]|\\\\.)*\"";
    private static final double SECONDS = 1e3;

    /// Of the form of NCSA, common or combined, with one number behind it. Servers and people put it there.
    private static final AccessLogLayout NCSA = new AccessLogLayout(
            Pattern.compile("^\\S+ \\S+ (?:\\S+|" + QUOTED + ") \\[(?<TIME>[^\\]]+)] " + QUOTED
                    + " (?<STATUS>\\d{3}|-) (?:\\d+|-)(?: " + QUOTED + ")*"
                    + " (?:(?:rt|request_time|took|duration)=)?\"?(?<TOOK>\\d+(?:\\.\\d+)?)\"?(?: " + QUOTED
                    + ")*\\s*$"),
            false,
            Double.NaN,
            false);

    /// Envoy's default, also with the fields that Istio adds. Source: Envoy, "Access logging", default format string.
    private static final AccessLogLayout ENVOY = new AccessLogLayout(
            Pattern.compile(
                    "^\\[(?<TIME>[^\\]]+)] " + QUOTED + " (?<STATUS>\\d+) .*? \\d+ \\d+ (?<TOOK>\\d+) (?:\\d+|-)"
                            + "(?: " + QUOTED + "){4} \"(?<ARM>[^\"]*)\".*"),
            true,
            1,
            true);

    /// AWS' application load balancer: the time is that of the answer, what it took that of the target. Source: AWS,
    /// "Access logs for your Application Load Balancer", access log entries.
    private static final AccessLogLayout ALB = new AccessLogLayout(
            Pattern.compile(
                    "^(?:https?|h2|grpcs|wss?) (?<TIME>\\S+) \\S+ \\S+ (?<ARM>\\S+) -?[\\d.]+ (?<TOOK>-?[\\d.]+)"
                            + " -?[\\d.]+ (?<STATUS>\\d{3}|-) .*"),
            true,
            SECONDS,
            false);

    /// The layout that a line has; empty where it has none of those that are known.
    static Optional<AccessLogLayout> known(String line) {
        for (AccessLogLayout layout : new AccessLogLayout[] {ALB, ENVOY, NCSA}) {
            if (layout.line.matcher(line).matches()) {
                return Optional.of(layout);
            }
        }
        return Optional.empty();
    }

    /// The same with a unit and a time that were found out.
    AccessLogLayout with(double unit, boolean begin) {
        return new AccessLogLayout(line, tellsArm, unit, begin);
    }

    /// What a line tells, in its own units.
    ///
    /// @param arm empty where it does not say
    /// @param seconds since 1970
    /// @param text how long it took, as it stands there
    /// @param took the same as a number; not a number where it does not say
    record Told(String arm, double seconds, String text, double took, int status) {

        /// Whether it says how long in decimals.
        boolean decimal() {
            return text.indexOf('.') >= 0;
        }
    }

    /// @throws Unreadable where the line has another layout
    Told told(String text) throws Unreadable {
        Matcher matcher = line.matcher(text);
        if (!matcher.matches()) {
            throw new Unreadable("it is not laid out as the lines before it");
        }
        String took = matcher.group("TOOK");
        double number = Numbers.sum(took);
        String arm = tellsArm ? matcher.group("ARM") : "";
        try {
            return new Told(
                    arm,
                    Moments.seconds(matcher.group("TIME")),
                    took,
                    number >= 0 ? number : Double.NaN,
                    Numbers.status(matcher.group("STATUS")));
        } catch (Unreadable e) {
            throw e.of(Attempts.last(arm));
        }
    }
}
