package io.heddle.report.watch;

import io.heddle.model.Figures;
import io.heddle.model.Watch;
import io.heddle.model.Watch.Flame;
import io.heddle.model.Watch.Slice;
import io.heddle.report.HtmlPage;
import io.heddle.report.TerminalSanitizer;
import java.util.List;
import java.util.Locale;

/// The drawings of a watch's report. Places across are shares of the width and places down are pixels, so that text
/// keeps its size on every screen.
final class WatchDrawings {

    private static final int HEIGHT = 96;
    private static final int ROW = 18;
    private static final int DEEPEST = 40;

    private WatchDrawings() {}

    /// How much of the carriers' time was held, from left to right.
    static void carriers(StringBuilder html, Watch.Carriers carriers, double seconds) {
        List<Slice> slices = carriers.timeline();
        if (slices.isEmpty()) {
            return;
        }
        if (slices.stream().allMatch(slice -> slice.held() == 0 && slice.computing() == 0)) {
            html.append("<p class=\"soft\">Nothing was seen to hold one.</p>\n");
            return;
        }
        html.append(
                        "<p class=\"soft\"><span class=\"key held\"></span> blocked on a carrier <span class=\"key computing\"></span> computing without leaving it; ")
                .append("full height is all ")
                .append(carriers.parallelism())
                .append(carriers.parallelism() == 1 ? " carrier" : " carriers")
                .append("</p>\n");
        open(html, HEIGHT + ROW, "carriers over time");
        frame(html);
        double width = 100.0 / slices.size();
        for (int i = 0; i < slices.size(); i++) {
            Slice slice = slices.get(i);
            String title = String.format(
                    Locale.ROOT,
                    "at %.1f s: %.0f %% blocked, %.0f %% computing",
                    seconds * i / slices.size(),
                    slice.held() * 100,
                    slice.computing() * 100);
            bar(
                    html,
                    "computing",
                    i * width,
                    width,
                    HEIGHT * (1 - slice.computing()),
                    HEIGHT * slice.computing(),
                    title);
            bar(
                    html,
                    "held",
                    i * width,
                    width,
                    HEIGHT * (1 - slice.computing() - slice.held()),
                    HEIGHT * slice.held(),
                    title);
        }
        axis(html, seconds, "");
    }

    /// A share of all carrier time, 0 to 1, for a cell of a table.
    static String bar(double share) {
        return String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 100 8\"><rect class=\"all\" width=\"100\" height=\"8\"/><rect width=\"%.0f\" height=\"8\"/></svg>",
                share * 100);
    }

    /// The worst delay of each part of the time as a bar.
    static void probe(StringBuilder html, Watch.Probe probe, double seconds) {
        List<Double> timeline = probe.timeline();
        double highest = Math.max(
                1, timeline.stream().mapToDouble(Double::doubleValue).max().orElse(1));
        open(html, HEIGHT + ROW, "worst delay over time");
        frame(html);
        double width = 100.0 / Math.max(1, timeline.size());
        for (int i = 0; i < timeline.size(); i++) {
            double height = Math.max(1, timeline.get(i) / highest * HEIGHT);
            bar(
                    html,
                    timeline.get(i) >= Watch.Probe.STALL_MILLIS ? "stall" : "late",
                    i * width,
                    width,
                    HEIGHT - height,
                    height,
                    String.format(Locale.ROOT, "at %.1f s: ", seconds * i / timeline.size())
                            + Figures.millis(timeline.get(i)));
        }
        axis(html, seconds, "highest bar " + Figures.millis(highest));
    }

    /// All holds by their stacks: callers above, what they called below, as wide as the time that was held under
    /// it.
    static void flame(StringBuilder html, String title, Flame flame) {
        if (flame.children().isEmpty()) {
            return;
        }
        html.append("<h2>")
                .append(title)
                .append(
                        "</h2>\n<p class=\"soft\">callers above; as wide as the time in which a carrier was held under it, ")
                .append(Figures.millis(flame.millis()))
                .append(" in all</p>\n");
        open(html, Math.min(DEEPEST, depth(flame) - 1) * ROW, "stacks of all holds");
        double left = 0;
        for (Flame child : flame.children()) {
            boxes(html, child, left, flame.millis(), 0);
            left += child.millis() / flame.millis() * 100;
        }
        html.append("</svg>\n");
    }

    private static int depth(Flame flame) {
        return 1
                + flame.children().stream().mapToInt(WatchDrawings::depth).max().orElse(0);
    }

    private static void boxes(StringBuilder html, Flame flame, double left, double all, int row) {
        if (row >= DEEPEST) {
            return;
        }
        double width = flame.millis() / all * 100;
        String name = HtmlPage.escape(TerminalSanitizer.of(flame.name()));
        String shorter = HtmlPage.escape(TerminalSanitizer.of(flame.name()
                .substring(flame.name().lastIndexOf('.', flame.name().lastIndexOf('.') - 1) + 1)));
        html.append(String.format(
                        Locale.ROOT,
                        "<svg x=\"%.2f%%\" y=\"%d\" width=\"%.2f%%\" height=\"%d\"><title>%s: %s, %.1f %%</title>",
                        left,
                        row * ROW,
                        width,
                        ROW - 1,
                        name,
                        Figures.millis(flame.millis()),
                        width))
                .append("<rect class=\"")
                .append(jdk(flame) ? "box jdk" : "box")
                .append("\" width=\"100%\" height=\"100%\"/><text x=\"4\" y=\"13\">")
                .append(shorter)
                .append("</text></svg>\n");
        double from = left;
        for (Flame child : flame.children()) {
            boxes(html, child, from, all, row + 1);
            from += child.millis() / all * 100;
        }
    }

    private static boolean jdk(Flame flame) {
        return flame.name().startsWith("java.")
                || flame.name().startsWith("jdk.")
                || flame.name().startsWith("sun.");
    }

    private static void open(StringBuilder html, int height, String label) {
        html.append("<svg class=\"drawing\" width=\"100%\" height=\"")
                .append(height)
                .append("\" shape-rendering=\"crispEdges\" role=\"img\" aria-label=\"")
                .append(label)
                .append("\">\n");
    }

    private static void frame(StringBuilder html) {
        html.append("<rect class=\"ground\" width=\"100%\" height=\"")
                .append(HEIGHT)
                .append("\"/>\n");
    }

    private static void bar(
            StringBuilder html, String kind, double left, double width, double top, double height, String title) {
        if (height > 0) {
            html.append(String.format(
                    Locale.ROOT,
                    "<rect class=\"%s\" x=\"%.3f%%\" y=\"%.1f\" width=\"%.3f%%\" height=\"%.1f\"><title>%s</title></rect>%n",
                    kind,
                    left,
                    top,
                    width,
                    height,
                    title));
        }
    }

    private static void axis(StringBuilder html, double seconds, String more) {
        html.append("<text class=\"axis\" x=\"0\" y=\"")
                .append(HEIGHT + ROW - 4)
                .append("\">0 s</text><text class=\"axis end\" x=\"100%\" y=\"")
                .append(HEIGHT + ROW - 4)
                .append("\">")
                .append(more.isEmpty() ? "" : more + "; ")
                .append(Figures.number(seconds))
                .append(" s</text></svg>\n");
    }
}
