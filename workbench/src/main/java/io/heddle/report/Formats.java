package io.heddle.report;

import io.heddle.model.Bound;
import io.heddle.model.Figures;
import io.heddle.model.Load;
import io.heddle.model.Ratio;
import io.heddle.model.Verdict;
import java.util.List;
import java.util.Locale;

/// The words and units that all reports share.
public final class Formats {

    /// What stands where nothing was measured.
    public static final String NOTHING = "–";

    private Formats() {}

    /// Requests a second, where they are known.
    public static String rate(double perSecond) {
        return Double.isFinite(perSecond) ? Figures.rate(perSecond) : NOTHING;
    }

    /// A time in milliseconds, where it is known.
    public static String millis(double millis) {
        return millis == 0 ? "0 ms" : Double.isFinite(millis) ? Figures.millis(millis) : NOTHING;
    }

    /// An estimate with its interval, short enough for a column.
    public static String ratio(Ratio ratio) {
        return !Double.isFinite(ratio.estimate())
                ? NOTHING
                : Double.isFinite(ratio.high())
                        ? Figures.times(ratio)
                        : Figures.times(ratio.estimate()) + " [no interval]";
    }

    /// A choice as JSON spells it: lower case with hyphens, such as `no-gain`.
    public static String spelled(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// A choice as people read it, such as `no gain`.
    public static String said(Enum<?> choice) {
        return spelled(choice).replace('-', ' ');
    }

    /// A load in words: `400 connections`, or `158/s` for an open one.
    public static String load(Load load) {
        return switch (load) {
            case Load.Closed closed ->
                String.format(
                        Locale.ROOT, "%,d connection%s", closed.connections(), closed.connections() == 1 ? "" : "s");
            case Load.Open open -> rate(open.rate());
        };
    }

    /// Whether the interval holds 1, so that no difference is shown.
    public static boolean same(Ratio ratio) {
        return Double.isFinite(ratio.high()) && ratio.low() <= 1 && ratio.high() >= 1;
    }

    /// @param bytes at least 0
    /// @return in MiB below 10 GiB, else in GiB
    public static String bytes(long bytes) {
        double mebi = bytes / (1024.0 * 1024.0);
        return mebi < 10_240 ? Figures.number(mebi) + " MiB" : Figures.number(mebi / 1024) + " GiB";
    }

    /// @param share 0 to 1
    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    /// @param seconds at least 0
    /// @return such as `48 s`, `1 min 52 s`, `2 h 05 min`
    public static String duration(double seconds) {
        long whole = Math.round(seconds);
        if (whole < 60) {
            return whole + " s";
        }
        return whole < 3_600
                ? String.format(Locale.ROOT, "%d min %02d s", whole / 60, whole % 60)
                : String.format(Locale.ROOT, "%d h %02d min", whole / 3_600, whole / 60 % 60);
    }

    /// A count with its noun, such as `1 JVM`, `2 JVMs`.
    public static String count(long count, String noun) {
        return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
    }

    /// What a bound comes from, such as `pool HikariPool-1`.
    public static String resource(Bound bound) {
        String kind = bound.kind() == Bound.Kind.CPU ? "CPU" : spelled(bound.kind());
        return bound.name().isEmpty() ? kind : kind + " " + bound.name();
    }

    /// What a verdict found to limit, such as `pool HikariPool-1 at 198/s`; empty when nothing was found.
    public static String limit(Verdict.Limit limit) {
        String what = switch (limit.kind()) {
            case "cpu" -> "CPU";
            case "connections" -> "the load's own connections";
            case "threads" -> "the server's threads";
            case "lock" -> ("a lock " + limit.name()).strip();
            default -> (limit.kind() + " " + limit.name()).strip();
        };
        return what.isEmpty() || limit.bound() <= 0 ? what : what + " at " + rate(limit.bound());
    }

    /// A list as a sentence holds it: `a`, `a and b`, `a, b and c`.
    public static String list(List<String> words) {
        int last = words.size() - 1;
        return last <= 0
                ? String.join("", words)
                : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
    }
}
