package io.heddle.report.predict;

import io.heddle.model.Figures;
import io.heddle.model.Prediction;
import io.heddle.model.Prediction.CarriersHeld;
import io.heddle.model.Prediction.Estimate;
import io.heddle.model.Prediction.HeldBy;
import io.heddle.model.Prediction.OnJdk;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Bars of a prediction's page: what either kind of threads carries, and how many carriers would be held.
final class PredictCharts {

    private static final int HEIGHT = 14;
    private static final int MOST_PLACES = 8;
    /// Beyond so many times the least capacity a bar goes on to the edge.
    private static final double WIDEST = 20;
    private static final double TEN = 10;

    private PredictCharts() {}

    /// Bars with their intervals, to one scale.
    static void capacities(StringBuilder html, Prediction prediction) {
        List<Estimate> known = prediction.predicted().stream()
                .flatMap(each -> Stream.concat(each.platform().stream(), each.virtual().stream()))
                .toList();
        if (known.isEmpty()) {
            return;
        }
        boolean rated = prediction.observed().rate().isPresent();
        double least = known.stream().mapToDouble(Estimate::estimate).min().orElse(1);
        double most = Math.min(known.stream().mapToDouble(Estimate::high).max().orElse(1), least * WIDEST);
        html.append("<h2>What either kind of threads carries")
                .append(rated ? "" : ", in parts of the load that was seen")
                .append("</h2>\n<div class=\"table\"><table>\n");
        for (OnJdk each : prediction.predicted()) {
            capacity(html, "JDK " + each.jdk() + ", platform", each.platform(), "", most, rated);
            String limit = (each.limit().kind() + " " + each.limit().name()).strip();
            capacity(html, "JDK " + each.jdk() + ", virtual", each.virtual(), limit, most, rated);
        }
        html.append("</table></div>\n");
    }

    private static void capacity(
            StringBuilder html, String what, Optional<Estimate> capacity, String limit, double most, boolean rated) {
        html.append("<tr><td>")
                .append(what)
                .append(limit.isEmpty() ? "" : "<br><small>limited by " + PredictHtml.escape(limit) + "</small>")
                .append("</td><td class=\"n\">")
                .append(capacity.map(known -> PredictHtml.escape(text(known, rated)))
                        .orElse("no limit known"))
                .append("</td><td class=\"bar\">");
        capacity.ifPresent(known -> html.append(String.format(
                Locale.ROOT,
                "<svg width=\"100%%\" height=\"%d\"><rect width=\"%.1f%%\" height=\"%d\"/>"
                        + "<line x1=\"%.1f%%\" x2=\"%.1f%%\" y1=\"7\" y2=\"7\"/></svg>",
                HEIGHT,
                part(known.estimate(), most),
                HEIGHT,
                part(known.low(), most),
                part(known.high(), most))));
        html.append("</td></tr>\n");
    }

    private static double part(double value, double most) {
        return Math.clamp(100 * value / most, 0.5, 100);
    }

    private static String text(Estimate known, boolean rated) {
        return rated
                ? Figures.rate(known.estimate()) + " [" + Figures.number(known.low()) + "–"
                        + Figures.number(known.high()) + "]"
                : times(known.estimate()) + "× [" + times(known.low()) + "–" + times(known.high()) + "]";
    }

    private static String times(double value) {
        return String.format(Locale.ROOT, value >= TEN ? "%,.0f" : "%.1f", value);
    }

    /// How many carriers would be held, and by which code.
    static void carriers(StringBuilder html, List<OnJdk> predicted) {
        if (predicted.stream().allMatch(each -> each.holders().isEmpty())) {
            return;
        }
        html.append("<h2>Carriers that waiting virtual threads would hold</h2>\n<div class=\"table\"><table>\n");
        for (OnJdk each : predicted) {
            each.carriers().ifPresent(held -> held(html, each, held));
            double most = each.holders().stream()
                    .mapToDouble(HeldBy::millisPerSecond)
                    .max()
                    .orElse(1);
            each.holders().stream()
                    .limit(MOST_PLACES)
                    .forEach(holder -> html.append(String.format(
                            Locale.ROOT,
                            "<tr><td class=\"place\"><code>%s</code><br><small>%s</small></td><td class=\"n\">%s a second</td>"
                                    + "<td class=\"bar queues\"><svg width=\"%.1f%%\" height=\"%d\">"
                                    + "<rect width=\"100%%\" height=\"%d\"/></svg></td></tr>%n",
                            PredictHtml.escape(holder.place() + (holder.line() > 0 ? ":" + holder.line() : "")),
                            PredictHtml.escape(holder.cause().spelled()
                                    + (holder.artifact().isEmpty() ? "" : ", " + holder.artifact())),
                            PredictHtml.escape(Figures.millis(holder.millisPerSecond())),
                            part(holder.millisPerSecond(), most),
                            HEIGHT,
                            HEIGHT)));
        }
        html.append("</table></div>\n");
    }

    private static void held(StringBuilder html, OnJdk each, CarriersHeld held) {
        double mean = held.mean().estimate();
        html.append(String.format(
                Locale.ROOT,
                "<tr><th>JDK %d</th><th class=\"n\">%.1f%s</th><th class=\"bar queues\">%s</th></tr>%n",
                each.jdk(),
                mean,
                held.of().map(of -> String.format(Locale.ROOT, " of %,d", of)).orElse(""),
                held.of()
                        .map(of -> String.format(
                                Locale.ROOT,
                                "<svg width=\"100%%\" height=\"%d\"><rect class=\"room\" width=\"100%%\""
                                        + " height=\"%d\"/><rect width=\"%.1f%%\" height=\"%d\"/></svg>"
                                        + "<small>all held %.1f %% of the time</small>",
                                HEIGHT,
                                HEIGHT,
                                Math.clamp(100 * mean / of, 0, 100),
                                HEIGHT,
                                100 * held.allHeldShare()))
                        .orElse("")));
    }
}
