package io.heddle.report.canary;

import io.heddle.model.Canary;
import io.heddle.model.Canary.Point;
import io.heddle.model.CanaryMetric;
import io.heddle.model.Ratio;
import io.heddle.report.Formats;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The interval of each metric over time, one drawing each. Up is worse, on a logarithmic scale, so that a half and a
/// double are as far from 1.
final class CanaryDrawings {

    private static final double WIDTH = 520;
    private static final double HEIGHT = 150;
    private static final double LEFT = 52;
    private static final double BOTTOM = 22;
    /// The scale never shows less than this on either side of 1, and never more than this.
    private static final double LEAST = 1.25;
    private static final double MOST = 8;

    private CanaryDrawings() {}

    static void metrics(StringBuilder html, Canary canary) {
        if (canary.history().size() < 2) {
            return;
        }
        html.append("<h2>Over time</h2>\n<p class=\"soft\">Canary over baseline; <span class=\"key band\"></span> the"
                + " interval, which holds at every look; the dashed line is the tolerance. Wholly above it: worse."
                + " Wholly below it: no worse. Errors are no worse once a doubling is refuted, or once they are shown to be"
                + " rare.</p>\n<div class=\"drawings\">\n");
        for (int i = 0; i < canary.metrics().size(); i++) {
            metric(html, canary.metrics().get(i), points(canary.history(), i));
        }
        html.append("</div>\n");
    }

    private record At(double seconds, Ratio ratio) {}

    private static List<At> points(List<Point> history, int metric) {
        List<At> points = new ArrayList<>();
        for (Point point : history) {
            if (metric < point.metrics().size() && point.metrics().get(metric).estimate() > 0) {
                points.add(new At(point.seconds(), point.metrics().get(metric)));
            }
        }
        return points;
    }

    private static void metric(StringBuilder html, CanaryMetric metric, List<At> points) {
        html.append("<figure class=\"").append(Formats.spelled(metric.shown())).append("\"><figcaption>");
        html.append(CanaryHtml.escape(metric.name())).append("</figcaption>\n");
        if (points.size() < 2) {
            html.append("<p class=\"soft\">nothing to draw yet</p></figure>\n");
            return;
        }
        double reach = reach(points, metric.tolerance());
        double end = points.getLast().seconds();
        html.append(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"%s over time\">\n",
                LEFT + WIDTH,
                HEIGHT + BOTTOM,
                CanaryHtml.escape(metric.name())));
        html.append(String.format(
                Locale.ROOT,
                "<rect class=\"ground\" x=\"%.0f\" width=\"%.0f\" height=\"%.0f\"/>\n",
                LEFT,
                WIDTH,
                HEIGHT));
        band(html, points, reach, end);
        line(html, "one", 1, reach, "1.00×");
        line(html, "tolerance", 1 + metric.tolerance(), reach, "");
        estimate(html, points, reach, end);
        label(html, LEFT - 6, 11, reach);
        label(html, LEFT - 6, HEIGHT, 1 / reach);
        html.append(String.format(
                Locale.ROOT,
                "<text class=\"axis\" x=\"%.0f\" y=\"%.0f\">0</text><text class=\"axis end\" x=\"%.0f\" y=\"%.0f\">%s</text>\n",
                LEFT,
                HEIGHT + 16,
                LEFT + WIDTH,
                HEIGHT + 16,
                Formats.duration(end)));
        html.append("</svg></figure>\n");
    }

    /// How far from 1 the scale goes: as far as the later half of the intervals does.
    private static double reach(List<At> points, double tolerance) {
        double reach = Math.max(LEAST, 1 + 1.5 * tolerance);
        for (At at : points.subList(points.size() / 2, points.size())) {
            for (double value : new double[] {
                at.ratio().low(), at.ratio().estimate(), at.ratio().high()
            }) {
                if (Double.isFinite(value) && value > 0) {
                    reach = Math.max(reach, Math.max(value, 1 / value) * 1.05);
                }
            }
        }
        return Math.min(MOST, reach);
    }

    private static void band(StringBuilder html, List<At> points, double reach, double end) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < points.size(); i++) {
            path.append(i == 0 ? 'M' : 'L')
                    .append(place(
                            points.get(i).seconds(), end, points.get(i).ratio().high(), reach));
        }
        for (int i = points.size() - 1; i >= 0; i--) {
            path.append('L')
                    .append(place(
                            points.get(i).seconds(), end, points.get(i).ratio().low(), reach));
        }
        html.append("<path class=\"band\" d=\"").append(path).append("Z\"/>\n");
    }

    private static void estimate(StringBuilder html, List<At> points, double reach, double end) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < points.size(); i++) {
            path.append(i == 0 ? 'M' : 'L')
                    .append(place(
                            points.get(i).seconds(), end, points.get(i).ratio().estimate(), reach));
        }
        html.append("<path class=\"estimate\" d=\"").append(path).append("\"/>\n");
    }

    private static void line(StringBuilder html, String kind, double ratio, double reach, String label) {
        double y = down(ratio, reach);
        html.append(String.format(
                Locale.ROOT,
                "<path class=\"%s\" d=\"M%.0f %.1fH%.0f\"/><text class=\"axis end\" x=\"%.0f\" y=\"%.1f\">%s</text>\n",
                kind,
                LEFT,
                y,
                LEFT + WIDTH,
                LEFT - 6,
                y + 4,
                label));
    }

    private static void label(StringBuilder html, double x, double y, double ratio) {
        html.append(String.format(
                Locale.ROOT, "<text class=\"axis end\" x=\"%.0f\" y=\"%.0f\">%.2f×</text>\n", x, y, ratio));
    }

    private static String place(double seconds, double end, double ratio, double reach) {
        return String.format(Locale.ROOT, "%.1f %.1f", LEFT + WIDTH * seconds / Math.max(end, 1), down(ratio, reach));
    }

    /// Pixels from the top; what lies beyond the scale lies on its edge.
    private static double down(double ratio, double reach) {
        double log = ratio <= 0 ? -1 : Math.clamp(Math.log(ratio) / Math.log(reach), -1, 1);
        return HEIGHT * (1 - log) / 2;
    }
}
