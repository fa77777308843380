package io.heddle.report.watch;

import io.heddle.model.Figures;
import io.heddle.model.Holder;
import io.heddle.model.WatchNow;
import io.heddle.report.Formats;
import io.heddle.report.LineWrapper;
import io.heddle.report.Style;
import io.heddle.report.Style.Ink;
import io.heddle.report.TerminalSanitizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A watch that goes on, for a terminal: carriers as bars, the probe, the queue, and who held most in the last
/// seconds.
public final class WatchNowText {

    private static final int LABEL = 10;
    private static final int MOST_CARRIERS = 8;
    private static final int MOST_HOLDERS = 5;
    private static final int SHORTEST_BAR = 10;
    private static final int LONGEST_BAR = 60;
    private static final double SEEMS_STUCK_MILLIS = 100;

    private WatchNowText() {}

    /// @return lines that are never wider than the style's width
    public static List<String> lines(WatchNow now, Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(style.paint(Ink.TITLE, cut(now.target() + ", " + now.seconds() + " s", style.width())));
        lines.add("");
        carriers(lines, now.carriers(), style);
        if (now.queued() >= 0) {
            lines.add(LineWrapper.left("queue", LABEL)
                    + now.queued()
                    + (now.queued() == 1 ? " waits for a carrier" : " wait for a carrier"));
        }
        now.probe().ifPresent(late -> lines.add(probe(late, style)));
        lines.add("");
        lines.add(now.holders().isEmpty() ? "holders   none in the last seconds" : "holders   of the last seconds");
        now.holders().stream().limit(MOST_HOLDERS).forEach(holder -> lines.add(holder(holder, style)));
        return lines;
    }

    private static void carriers(List<String> lines, List<WatchNow.Carrier> carriers, Style style) {
        carriers.stream()
                .limit(MOST_CARRIERS)
                .forEach(carrier -> lines.add(bar(lines.size() == 2 ? "carriers" : "", carrier, style)));
        List<WatchNow.Carrier> more = carriers.stream().skip(MOST_CARRIERS).toList();
        if (!more.isEmpty()) {
            lines.add(bar(
                    more.size() + " more",
                    new WatchNow.Carrier(
                            "",
                            more.stream()
                                    .mapToDouble(WatchNow.Carrier::running)
                                    .average()
                                    .orElse(0),
                            more.stream()
                                    .mapToDouble(WatchNow.Carrier::held)
                                    .average()
                                    .orElse(0)),
                    style));
        }
        if (!carriers.isEmpty()) {
            lines.add(LineWrapper.left("", LABEL) + style.paint(Ink.GAIN, "█") + " running  "
                    + style.paint(Ink.HARM, "▒") + " held  · idle");
        }
    }

    private static String bar(String label, WatchNow.Carrier carrier, Style style) {
        String figures = String.format(
                Locale.ROOT, "  running %3.0f %%, held %3.0f %%", carrier.running() * 100, carrier.held() * 100);
        int width = Math.max(SHORTEST_BAR, Math.min(LONGEST_BAR, style.width() - LABEL - figures.length()));
        int running = (int) Math.round(Math.min(1, carrier.running()) * width);
        int held = Math.min(width - running, (int) Math.round(carrier.held() * width));
        return LineWrapper.left(label, LABEL)
                + style.paint(Ink.GAIN, "█".repeat(running))
                + style.paint(Ink.HARM, "▒".repeat(held))
                + "·".repeat(width - running - held)
                + figures;
    }

    private static String probe(WatchNow.Late late, Style style) {
        String figures = "p50 " + Figures.millis(late.p50Millis()) + ", p99 " + Figures.millis(late.p99Millis())
                + ", max " + Figures.millis(late.maxMillis()) + ", " + Formats.count(late.stalls(), "stall");
        return late.outstandingMillis() > SEEMS_STUCK_MILLIS
                ? LineWrapper.left("probe", LABEL)
                        + style.paint(
                                Ink.HARM, "no virtual thread has run for " + Figures.millis(late.outstandingMillis()))
                : LineWrapper.left("probe", LABEL) + cut(figures, style.width() - LABEL);
    }

    private static String holder(Holder holder, Style style) {
        String figures =
                String.format(Locale.ROOT, "  %d×, longest %s", holder.count(), Figures.millis(holder.longestMillis()));
        String place = holder.type() + "." + holder.method() + (holder.line() > 0 ? ":" + holder.line() : "");
        return "  "
                + cut(
                        LineWrapper.left(holder.cause().spelled(), LABEL) + " " + TerminalSanitizer.of(place),
                        style.width() - 2 - figures.length())
                + figures;
    }

    private static String cut(String text, int columns) {
        return LineWrapper.columns(text) <= columns
                ? text
                : text.substring(0, text.offsetByCodePoints(0, Math.max(0, columns - 1))) + "…";
    }
}
