package io.heddle.report.watch;

import io.heddle.model.Figures;
import io.heddle.model.Finding;
import io.heddle.model.Holder;
import io.heddle.model.Matched;
import io.heddle.model.Watch;
import io.heddle.report.Formats;
import io.heddle.report.HtmlPage;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A watch as one HTML file without a script: what the target says of itself cannot become one. The policy forbids all
/// but the style.
public final class WatchHtml {

    private WatchHtml() {}

    /// The whole file, to be written as UTF-8.
    public static String render(WatchReport report) {
        Watch watch = report.watch();
        StringBuilder html = new StringBuilder(8_000);
        if (!watch.carriers().timeline().isEmpty()) {
            html.append("<h2>What held the carriers</h2>\n");
        }
        WatchDrawings.carriers(html, watch.carriers(), watch.seconds());
        watch.probe().ifPresent(probe -> probe(html, probe, watch.seconds()));
        if (!watch.graph().isEmpty()) {
            html.append("<h2>Who waits for whom</h2>\n");
            WaitDrawing.draw(html, watch.graph());
            HtmlParts.list(html, watch.graph().lines());
        }
        holders(html, report);
        report.predicted().ifPresent(predicted -> predicted(html, predicted, watch));
        WatchDrawings.flame(html, "Under which calls", watch.carriers().flame());
        report.memory().ifPresent(memory -> HtmlParts.lines(html, "Memory of threads", MemorySaid.lines(memory)));
        HtmlParts.lines(html, "Notes", report.notes());
        return HtmlPage.fill(
                WatchHtml.class,
                "watch.html",
                Map.of(
                        "state",
                        watch.state().name().toLowerCase(Locale.ROOT),
                        "certainty",
                        watch.state() == Watch.State.UNKNOWN
                                ? ""
                                : "(" + watch.certainty().name().toLowerCase(Locale.ROOT) + ")",
                        "text",
                        HtmlParts.escape(watch.text()),
                        "jvm",
                        HtmlParts.escape(jvm(watch.jvm())),
                        "facts",
                        HtmlParts.escape(HtmlParts.facts(watch)),
                        "body",
                        html.toString(),
                        "version",
                        HtmlParts.escape(watch.version()),
                        "command",
                        HtmlParts.escape(String.join(" ", watch.command()))));
    }

    private static String jvm(Watch.Jvm jvm) {
        return "JDK " + jvm.version() + (jvm.pid() > 0 ? ", process " + jvm.pid() : "");
    }

    private static void probe(StringBuilder html, Watch.Probe probe, double seconds) {
        html.append("<h2>How late a virtual thread runs</h2>\n<p>p50 ")
                .append(Figures.millis(probe.p50Millis()))
                .append(", p99 ")
                .append(Figures.millis(probe.p99Millis()))
                .append(", max ")
                .append(Figures.millis(probe.maxMillis()))
                .append("; ")
                .append(Formats.count(probe.stalls(), "stall"))
                .append("; the machine itself: p99 ")
                .append(Figures.millis(probe.controlP99Millis()))
                .append(
                        probe.outstandingMillis() > 1_000
                                ? "; waiting at the end: " + Figures.millis(probe.outstandingMillis())
                                : "")
                .append("</p>\n");
        WatchDrawings.probe(html, probe, seconds);
    }

    private static void holders(StringBuilder html, WatchReport report) {
        List<Holder> holders = report.watch().holders();
        if (holders.isEmpty()) {
            return;
        }
        html.append(
                "<h2>Who holds</h2>\n<div class=\"table\"><table><tr><th>cause</th><th>place</th><th class=\"n\">count</th><th class=\"n\">in all</th><th class=\"n\">longest</th>"
                        + "<th class=\"n\">of carrier time</th></tr>\n");
        for (Holder holder : holders) {
            html.append("<tr><td>")
                    .append(holder.cause().spelled())
                    .append("<br><span class=\"soft\">")
                    .append(holder.certainty().name().toLowerCase(Locale.ROOT))
                    .append("</span></td><td><code>")
                    .append(HtmlParts.escape(
                            holder.type() + "." + holder.method() + (holder.line() > 0 ? ":" + holder.line() : "")))
                    .append("</code>")
                    .append(
                            holder.artifact().isEmpty()
                                    ? ""
                                    : "<br><span class=\"soft\">" + HtmlParts.escape(holder.artifact()) + "</span>")
                    .append(holder.detail().isEmpty() ? "" : "<br>" + HtmlParts.escape(holder.detail()))
                    .append(
                            report.remedy(holder).line().isEmpty()
                                    ? ""
                                    : "<br>"
                                            + HtmlParts.escape(
                                                    report.remedy(holder).line()))
                    .append("<details><summary class=\"soft\">stack; seen by ")
                    .append(HtmlParts.escape(String.join(", ", holder.signals())))
                    .append("</summary><pre>")
                    .append(HtmlParts.escape(String.join("\n", holder.stack()), true))
                    .append("</pre></details></td><td class=\"n\">")
                    .append(holder.count())
                    .append("</td><td class=\"n\">")
                    .append(time(holder.totalMillis()))
                    .append("</td><td class=\"n\">")
                    .append(time(holder.longestMillis()))
                    .append("</td><td class=\"n\">")
                    .append(Formats.percent(holder.lostShare()))
                    .append(WatchDrawings.bar(holder.lostShare()))
                    .append("</td></tr>\n");
        }
        html.append("</table></div>\n");
    }

    private static void predicted(StringBuilder html, Predicted predicted, Watch watch) {
        html.append("<h2>What check predicted</h2>\n<p class=\"soft\">")
                .append(HtmlParts.escape(predicted.file()))
                .append("</p>\n");
        if (!predicted.met().isEmpty()) {
            html.append(
                    "<div class=\"table\"><table><tr><th></th><th>rule</th><th>place</th><th class=\"n\">seen</th><th class=\"n\">in all</th></tr>\n");
            for (Matched met : predicted.met()) {
                html.append("<tr><td>")
                        .append(Predicted.said(met.match()))
                        .append("</td><td>")
                        .append(HtmlParts.escape(met.finding().rule()))
                        .append("</td><td><code>")
                        .append(HtmlParts.escape(Predicted.place(met.finding())))
                        .append("</code><br><span class=\"soft\">")
                        .append(HtmlParts.escape(met.finding().artifact()))
                        .append("</span></td><td class=\"n\">")
                        .append(met.finding()
                                .seen()
                                .map(seen -> seen.count() + "×")
                                .orElse("–"))
                        .append("</td><td class=\"n\">")
                        .append(time(met.finding()
                                .seen()
                                .map(Finding.Seen::totalMillis)
                                .orElse(0.0)))
                        .append("</td></tr>\n");
            }
            html.append("</table></div>\n");
        }
        predicted
                .rest(watch)
                .forEach(line ->
                        html.append("<p>").append(HtmlParts.escape(line)).append("</p>\n"));
    }

    private static String time(double millis) {
        return Optional.of(millis).filter(m -> m > 0).map(Figures::millis).orElse("–");
    }
}
