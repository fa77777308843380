package io.heddle.race.plan;

import io.heddle.model.Failure;
import io.heddle.race.load.Measurement;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a capacity must keep: a share of all requests is answered well within a time. A request that fails was not, so
/// errors count as if they took for ever.
///
/// @param text as asked for
/// @param share 0.5 to 0.9999, such as 0.99 of `p99`
/// @param limit above 0
public record Objective(String text, double share, Duration limit) {

    private static final Pattern FORM = Pattern.compile(
            "p(?<percent>\\d{2}(?:\\.\\d{1,2})?|999|9999)\\s*<=?\\s*(?<time>\\d+(?:\\.\\d+)?)\\s*(?<unit>us|ms|s)");

    /// @throws Failure if it is not written as `p99<200ms`
    public static Objective parse(String text) {
        Matcher form = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!form.matches()) {
            throw wrong(text);
        }
        String percent = form.group("percent");
        double share = Double.parseDouble(
                        percent.length() > 2 && !percent.contains(".")
                                ? percent.substring(0, 2) + "." + percent.substring(2)
                                : percent)
                / 100;
        double nanos = Double.parseDouble(form.group("time"))
                * switch (form.group("unit")) {
                    case "us" -> 1e3;
                    case "ms" -> 1e6;
                    default -> 1e9;
                };
        if (share < 0.5 || nanos < 1) {
            throw wrong(text);
        }
        return new Objective(text.replaceAll("\\s", ""), share, Duration.ofNanos(Math.round(nanos)));
    }

    /// Share of the requests that completed, well or not, that were answered well in time; 0 when none did.
    public double within(Measurement measured) {
        long all = measured.requests() + measured.errors() + measured.timeouts();
        return all == 0 ? 0 : (double) measured.latencyNanos().getCountBetweenValues(0, limit.toNanos()) / all;
    }

    /// The percentile of those that were answered, and of those that timed out, in milliseconds.
    public double millis(Measurement measured) {
        return measured.latencyNanos().getValueAtPercentile(100 * share) / 1e6;
    }

    private static Failure wrong(String text) {
        return new Failure(
                "'" + text + "' is not an objective",
                "give one such as --capacity 'p99<200ms': p50 to p99.99, below a time in us, ms or s");
    }
}
