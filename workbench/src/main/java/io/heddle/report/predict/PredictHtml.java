package io.heddle.report.predict;

import io.heddle.model.Figures;
import io.heddle.model.Prediction;
import io.heddle.model.Prediction.BusyThreads;
import io.heddle.model.Prediction.OnJdk;
import io.heddle.model.Prediction.Spent;
import io.heddle.model.Verdict;
import io.heddle.model.WaitClass;
import io.heddle.report.Formats;
import io.heddle.report.HtmlPage;
import io.heddle.report.TerminalSanitizer;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A prediction as one HTML page without a script.
public final class PredictHtml {

    private PredictHtml() {}

    /// The whole page, to be written as UTF-8.
    ///
    /// @param command Heddle's own command line, without secrets
    public static String render(Prediction prediction, String version, List<String> command) {
        StringBuilder html = new StringBuilder(8_000);
        spent(html, prediction.observed().waits());
        prediction.observed().busy().ifPresent(busy -> busy(html, busy));
        PredictCharts.capacities(html, prediction);
        PredictCharts.carriers(html, prediction.predicted());
        jdks(html, prediction);
        list(html, "Notes", prediction.notes());
        list(
                html,
                "Not known",
                prediction.notKnown().stream()
                        .map(each -> each.what() + ": " + each.how())
                        .toList());
        int colon = prediction.first().indexOf(':');
        return HtmlPage.fill(
                PredictHtml.class,
                "predict.html",
                Map.of(
                        "decision",
                        escape(prediction.first().substring(0, Math.max(0, colon))),
                        "kind",
                        kind(prediction),
                        "first",
                        escape(prediction.first().substring(colon + 1).strip()),
                        "facts",
                        escape("from " + prediction.tier().spelled() + ", "
                                + prediction.observed().when()),
                        "body",
                        html.toString(),
                        "version",
                        escape(version),
                        "command",
                        escape(String.join(" ", command))));
    }

    private static String kind(Prediction prediction) {
        if (prediction.isHarm()) {
            return "harm";
        }
        List<Verdict.Kind> kinds =
                prediction.predicted().stream().map(OnJdk::verdict).distinct().toList();
        return prediction.first().startsWith("no need") || kinds.size() != 1
                ? "calm"
                : Formats.spelled(kinds.getFirst());
    }

    private static void spent(StringBuilder html, List<Spent> waits) {
        double all = waits.stream().mapToDouble(Spent::meanThreads).sum();
        if (!(all > 0)) {
            return;
        }
        html.append("<h2>Where a request spends its time</h2>\n<div class=\"table\"><table>\n");
        for (Spent each : waits) {
            String look = each.kind().queues() ? " queues" : each.kind() == WaitClass.OTHER ? " unknown" : "";
            html.append("<tr><td>")
                    .append(escape((each.kind().spelled() + (each.name().isEmpty() ? "" : ", " + each.name()))))
                    .append("</td><td class=\"n\">")
                    .append(each.millisPerRequest()
                            .map(millis -> escape(Figures.millis(millis.estimate())))
                            .orElse(Formats.NOTHING))
                    .append("</td><td class=\"n\">")
                    .append(escape(Figures.number(each.meanThreads()) + " threads"))
                    .append("</td><td class=\"bar")
                    .append(look)
                    .append("\"><svg width=\"")
                    .append(Math.clamp(Math.round(100 * each.meanThreads() / all), 1, 100))
                    .append("%\" height=\"14\"><rect width=\"100%\" height=\"14\"/></svg></td></tr>\n");
        }
        html.append("</table></div>\n");
    }

    private static void busy(StringBuilder html, BusyThreads busy) {
        busy.of().ifPresent(of -> {
            html.append("<h2>Threads that serve requests</h2>\n<div class=\"table\"><table>\n");
            thread(html, "busy in the mean", busy.mean(), of);
            thread(html, "busy at most", busy.max(), of);
            html.append("</table></div>\n");
        });
    }

    private static void thread(StringBuilder html, String what, double threads, int of) {
        html.append(String.format(
                Locale.ROOT,
                "<tr><td>%s</td><td class=\"n\">%s of %,d</td><td class=\"bar\">"
                        + "<svg width=\"100%%\" height=\"14\"><rect class=\"room\" width=\"100%%\" height=\"14\"/>"
                        + "<rect width=\"%.1f%%\" height=\"14\"/></svg></td></tr>%n",
                what,
                escape(Figures.number(threads)),
                of,
                Math.clamp(100 * threads / of, 0.5, 100)));
    }

    private static void jdks(StringBuilder html, Prediction prediction) {
        html.append("<h2>What to do</h2>\n<div class=\"table\"><table>\n")
                .append("<tr><th>JDK</th><th>verdict</th><th>what to do</th></tr>\n");
        for (OnJdk each : prediction.predicted()) {
            html.append(String.format(
                    Locale.ROOT,
                    "<tr><td>%d</td><td><span class=\"kind %s\">%s</span></td><td>%s</td></tr>%n",
                    each.jdk(),
                    isIdle(each) ? "calm" : Formats.spelled(each.verdict()),
                    isIdle(each) ? "no need" : Formats.said(each.verdict()),
                    escape(each.decision().kind().said() + ". "
                            + each.decision().because().getLast())));
        }
        html.append("</table></div>\n");
    }

    /// Of threads that idle, a verdict on what more load would do is no second answer.
    static boolean isIdle(OnJdk each) {
        return each.code().equals("threads-idle");
    }

    private static void list(StringBuilder html, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            html.append("<h2>").append(title).append("</h2>\n<ul>\n");
            lines.forEach(line -> html.append("<li>").append(escape(line)).append("</li>\n"));
            html.append("</ul>\n");
        }
    }

    static String escape(String text) {
        return HtmlPage.escape(TerminalSanitizer.of(text));
    }
}
