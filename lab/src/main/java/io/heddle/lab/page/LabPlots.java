package io.heddle.lab.page;

import io.heddle.lab.Plot;
import io.heddle.lab.Plot.Curve;
import io.heddle.lab.Plot.Point;
import io.heddle.lab.bench.Limit;
import io.heddle.model.Figures;
import io.heddle.report.HtmlPage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Curves as drawings. Across, places are shares of the width, so that text keeps its size on every screen; lines lie
/// in a drawing of their own, which is stretched.
final class LabPlots {

    private static final int HEIGHT = 220;

    /// Room above the highest figure.
    private static final double HEAD = 1.12;

    /// Bounds beyond this many times the highest figure are left out: drawn, they would press the curves to the
    /// ground.
    private static final double FAR = 2.5;

    /// Left and right of the outermost points, of 100.
    private static final double MARGIN = 4;

    /// A mark's outline around its place, by the number of its curve: what colour tells is told by shape as well.
    private static final List<String> MARKS = List.of(
            "M-4-4h8v8h-8z",
            "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z",
            "M0-5.5L5.5 4.5h-11z",
            "M0-6L6 0L0 6L-6 0z",
            "M-5-2h3v-3h4v3h3v4h-3v3h-4v-3h-3z");

    private LabPlots() {}

    /// All of them; empty where there are none.
    static String of(List<Plot> plots) {
        return plots.isEmpty()
                ? ""
                : plots.stream()
                        .map(LabPlots::figure)
                        .collect(Collectors.joining("\n", "<div class=\"plots\">", "</div>"));
    }

    private static String figure(Plot plot) {
        Scale scale = Scale.of(plot);
        StringBuilder html = new StringBuilder(String.format(
                Locale.ROOT,
                "<figure><figcaption>%s</figcaption><div class=\"area\"><div class=\"ys\"><span>%s</span><span>%s</span><span>0</span></div>"
                        + "<svg width=\"100%%\" height=\"%d\" role=\"img\"><title>%s</title>",
                HtmlPage.escape(plot.title()),
                Figures.number(scale.top()) + " " + HtmlPage.escape(plot.unit()),
                Figures.number(scale.top() / 2),
                HEIGHT + 36,
                HtmlPage.escape(plot.title())));
        html.append(String.format(
                Locale.ROOT,
                "<svg width=\"100%%\" height=\"%d\" viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\">",
                HEIGHT));
        Stream.of(0.0, 50.0, 100.0)
                .forEach(y -> html.append(line("grid", String.format(Locale.ROOT, "0,%.0f 100,%.0f", y, y))));
        List<String> bounds = bounds(plot, scale);
        bounds.forEach(html::append);
        IntStream.range(0, plot.curves().size())
                .forEach(i -> html.append(line("c" + i, path(plot.curves().get(i), scale))));
        html.append("</svg>");
        IntStream.range(0, plot.curves().size())
                .forEach(i -> plot.curves()
                        .get(i)
                        .points()
                        .forEach(
                                point -> html.append(mark(i, plot, plot.curves().get(i), point, scale))));
        scale.at()
                .forEach(at -> html.append(String.format(
                        Locale.ROOT, "<text x=\"%.1f%%\" y=\"%d\">%,.0f</text>", scale.across(at), HEIGHT + 16, at)));
        html.append(String.format(
                Locale.ROOT,
                "<text x=\"50%%\" y=\"%d\">%s</text></svg></div><ul class=\"legend\">",
                HEIGHT + 32,
                HtmlPage.escape(plot.across())));
        IntStream.range(0, plot.curves().size())
                .forEach(i -> html.append(String.format(
                        Locale.ROOT,
                        "<li><svg width=\"14\" height=\"14\" viewBox=\"-7 -7 14 14\"><path class=\"c%d\" d=\"%s\"/></svg>%s</li>",
                        i,
                        MARKS.get(i),
                        HtmlPage.escape(plot.curves().get(i).name()))));
        return html.append(
                        bounds.isEmpty()
                                ? ""
                                : "<li class=\"dashed\">bound, of the curve of its colour or of several</li>")
                .append("</ul></figure>")
                .toString();
    }

    private static String path(Curve curve, Scale scale) {
        return curve.points().stream()
                .map(point -> place(scale, point.at(), point.figure()))
                .collect(Collectors.joining(" "));
    }

    /// The bounds of its rows, each course once: in the colour of its curve unless several have it.
    private static List<String> bounds(Plot plot, Scale scale) {
        Map<String, List<Integer>> curves = new LinkedHashMap<>();
        for (int i = 0; i < plot.curves().size(); i++) {
            String course = plot.curves().get(i).points().stream()
                    .flatMap(point -> bound(point).stream()
                            .filter(bound -> bound <= scale.top())
                            .map(bound -> place(scale, point.at(), bound)))
                    .collect(Collectors.joining(" "));
            if (course.contains(" ")) {
                curves.computeIfAbsent(course, same -> new ArrayList<>()).add(i);
            }
        }
        return curves.entrySet().stream()
                .map(course -> line(
                        course.getValue().size() == 1
                                ? "bound b" + course.getValue().getFirst()
                                : "bound",
                        course.getKey()))
                .toList();
    }

    private static Optional<Double> bound(Point point) {
        return point.row()
                .outcome()
                .limit()
                .filter(limit -> limit.side() == Limit.Side.AT_MOST)
                .map(Limit::value);
    }

    private static String place(Scale scale, double at, double figure) {
        return String.format(Locale.ROOT, "%.2f,%.2f", scale.across(at), 100 - 100 * figure / scale.top());
    }

    private static String line(String kind, String places) {
        return "<polyline class=\"" + kind + "\" points=\"" + places + "\"/>";
    }

    private static String mark(int number, Plot plot, Curve curve, Point point, Scale scale) {
        String interval = point.error() == 0 ? "" : " ± " + Figures.number(point.error());
        String title = String.format(
                Locale.ROOT,
                "%s, %,.0f %s: %s%s %s",
                curve.name(),
                point.at(),
                plot.across(),
                Figures.number(point.figure()),
                interval,
                plot.unit());
        double x = scale.across(point.at());
        String error = point.error() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "<line class=\"c%d\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"%.1f\" y2=\"%.1f\"/>",
                        number,
                        x,
                        x,
                        scale.down(point.figure() - point.error()),
                        scale.down(point.figure() + point.error()));
        return error
                + String.format(
                        Locale.ROOT,
                        "<svg x=\"%.2f%%\" y=\"%.1f\" class=\"mark\"><path class=\"c%d\" d=\"%s\"><title>%s</title></path></svg>",
                        x,
                        scale.down(point.figure()),
                        number,
                        MARKS.get(number),
                        HtmlPage.escape(title));
    }

    /// Logarithmic across, from 0 upwards.
    ///
    /// @param at where points are, rising
    /// @param top figure at the upper edge
    private record Scale(List<Double> at, double top) {

        static Scale of(Plot plot) {
            List<Point> points = plot.curves().stream()
                    .flatMap(curve -> curve.points().stream())
                    .toList();
            double highest = points.stream()
                    .mapToDouble(point -> point.figure() + point.error())
                    .max()
                    .orElse(1);
            double bound = points.stream()
                    .flatMap(point -> bound(point).stream())
                    .mapToDouble(Double::doubleValue)
                    .filter(value -> value <= FAR * highest)
                    .max()
                    .orElse(0);
            return new Scale(
                    points.stream().map(Point::at).distinct().sorted().toList(),
                    round(Math.max(highest, bound) * HEAD));
        }

        /// Upwards to a figure that reads well.
        private static double round(double figure) {
            double power = Math.pow(10, Math.floor(Math.log10(Math.max(figure, 1e-9))));
            return DoubleStream.of(1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10)
                    .map(step -> step * power)
                    .filter(step -> step >= figure)
                    .findFirst()
                    .orElse(10 * power);
        }

        double across(double place) {
            double first = Math.log(at.getFirst());
            double last = Math.log(at.getLast());
            return last == first ? 50 : MARGIN + (100 - 2 * MARGIN) * (Math.log(place) - first) / (last - first);
        }

        double down(double figure) {
            return HEIGHT * (1 - Math.max(0, Math.min(1, figure / top)));
        }
    }
}
