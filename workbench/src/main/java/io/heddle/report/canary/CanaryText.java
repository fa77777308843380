package io.heddle.report.canary;

import io.heddle.model.Canary;
import io.heddle.model.CanaryMetric;
import io.heddle.report.Formats;
import io.heddle.report.LineWrapper;
import io.heddle.report.Lines;
import io.heddle.report.Style;
import io.heddle.report.Style.Ink;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// A look at a canary for people.
public final class CanaryText {

    private static final int NAME = 10;
    static final String HOLDS =
            "intervals hold at every look; a fail rests on the lower ends, which hold for all metrics at once";

    private CanaryText() {}

    /// The whole text.
    public static Lines render(Canary canary, Style style) {
        return new Lines(lines(canary, style));
    }

    /// One line that says where a canary is.
    public static String line(Canary canary) {
        return Formats.spelled(canary.kind()) + " after " + time(canary.seconds()) + ": "
                + canary.metrics().stream()
                        .map(metric -> metric.name() + " " + metric.interval())
                        .collect(Collectors.joining(", "));
    }

    /// Lines of at most the style's width.
    public static List<String> lines(Canary canary, Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(style.paint(ink(canary.kind()), Formats.spelled(canary.kind()))
                + "  after " + time(canary.seconds()) + " of traffic that both arms share, "
                + canary.looks() + (canary.looks() == 1 ? " look" : " looks"));
        lines.addAll(LineWrapper.lines(canary.reason(), style.width(), "  ", "  "));
        canary.kept()
                .filter(kept -> !kept.since().isEmpty())
                .ifPresent(kept -> LineWrapper.lines(kept.since(), style.width(), "  ", "  ")
                        .forEach(line -> lines.add(style.paint(ink(kept.now()), line))));
        canary.why().forEach(moved -> lines.addAll(LineWrapper.lines(moved.text(), style.width(), "  - ", "    ")));
        lines.add("");
        for (CanaryMetric metric : canary.metrics()) {
            lines.add("  " + style.paint(ink(metric), LineWrapper.left(metric.name(), NAME)) + figures(metric));
            if (!metric.needed().isEmpty()) {
                String indent = " ".repeat(2 + NAME);
                lines.addAll(LineWrapper.lines(metric.needed(), style.width(), indent, indent));
            }
        }
        lines.addAll(LineWrapper.lines(HOLDS, style.width(), "  ", "  "));
        canary.notes().forEach(note -> lines.addAll(LineWrapper.lines(note, style.width(), "  - ", "    ")));
        return lines;
    }

    private static String figures(CanaryMetric metric) {
        return LineWrapper.left(metric.interval(), 26)
                + LineWrapper.left(Formats.said(metric.shown()), 10)
                + (metric.blocks() == 0
                        ? ""
                        : String.format(Locale.ROOT, "%,d blocks of %s", metric.blocks(), time(metric.blockSeconds())));
    }

    private static String time(double seconds) {
        return seconds < 120
                ? String.format(Locale.ROOT, "%.0f s", seconds)
                : seconds < 7_200
                        ? String.format(Locale.ROOT, "%.0f min", seconds / 60)
                        : String.format(Locale.ROOT, "%.1f h", seconds / 3_600);
    }

    private static Ink ink(Canary.Kind kind) {
        return switch (kind) {
            case PASS -> Ink.GAIN;
            case FAIL -> Ink.HARM;
            case UNDECIDED -> Ink.UNDECIDED;
        };
    }

    private static Ink ink(CanaryMetric metric) {
        return switch (metric.shown()) {
            case NO_WORSE -> Ink.GAIN;
            case WORSE -> Ink.HARM;
            case NEITHER -> Ink.UNDECIDED;
        };
    }
}
