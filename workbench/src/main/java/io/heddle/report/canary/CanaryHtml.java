package io.heddle.report.canary;

import io.heddle.model.Canary;
import io.heddle.model.CanaryMetric;
import io.heddle.report.Formats;
import io.heddle.report.HtmlPage;
import io.heddle.report.TerminalSanitizer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A look at a canary as one HTML page without a script, which a browser loads again every few seconds.
public final class CanaryHtml {

    private CanaryHtml() {}

    /// The whole page, to be sent as UTF-8.
    ///
    /// @param trouble why the last look is no verdict that counts now; empty when all is well
    /// @param command Heddle's own command line, without secrets
    public static String render(Canary canary, Optional<String> trouble, String version, List<String> command) {
        StringBuilder html = new StringBuilder(16_000);
        trouble.ifPresent(sentence -> html.append("<p class=\"trouble\">")
                .append(escape(sentence))
                .append("; controllers are told so, and get no verdict until it is mended.</p>\n"));
        canary.kept()
                .map(Canary.Kept::since)
                .filter(since -> !since.isEmpty())
                .ifPresent(since -> html.append("<p class=\"trouble\">")
                        .append(escape(since))
                        .append(".</p>\n"));
        list(html, "Why", canary.why().stream().map(Canary.Moved::text).toList());
        figures(html, canary);
        CanaryDrawings.metrics(html, canary);
        list(html, "Not shown", canary.notShown());
        list(html, "Notes", canary.notes());
        return HtmlPage.fill(
                CanaryHtml.class,
                "canary.html",
                Map.of(
                        "verdict",
                        Formats.spelled(canary.kind()),
                        "reason",
                        escape(canary.reason()),
                        "facts",
                        escape(Formats.duration(canary.seconds()) + " of traffic that both arms share, "
                                + Formats.count(canary.looks(), "look")),
                        "body",
                        html.toString(),
                        "version",
                        escape(version),
                        "command",
                        escape(String.join(" ", command))));
    }

    private static void figures(StringBuilder html, Canary canary) {
        html.append(
                        "<h2>What is shown</h2>\n<div class=\"table\"><table><tr><th>metric</th><th>canary over baseline</th>")
                .append("<th>shown</th><th class=\"n\">may be worse by</th><th class=\"n\">baseline</th>")
                .append("<th class=\"n\">canary</th><th class=\"n\">blocks</th><th>still needed</th></tr>\n");
        for (CanaryMetric metric : canary.metrics()) {
            html.append("<tr class=\"")
                    .append(Formats.spelled(metric.shown()))
                    .append("\"><td>")
                    .append(escape(metric.name()))
                    .append("</td><td>")
                    .append(metric.interval())
                    .append("</td><td><span class=\"kind\">")
                    .append(Formats.said(metric.shown()))
                    .append("</span></td>");
            number(html, String.format(Locale.ROOT, "%.0f %%", 100 * metric.tolerance()));
            number(html, String.format(Locale.ROOT, "%,d", metric.nBaseline()));
            number(html, String.format(Locale.ROOT, "%,d", metric.nCanary()));
            number(
                    html,
                    metric.blocks() == 0
                            ? Formats.NOTHING
                            : String.format(Locale.ROOT, "%,d of ", metric.blocks())
                                    + Formats.duration(metric.blockSeconds()));
            html.append("<td>").append(escape(metric.needed())).append("</td></tr>\n");
        }
        html.append("</table></div>\n");
    }

    private static void number(StringBuilder html, String text) {
        html.append("<td class=\"n\">").append(text).append("</td>");
    }

    private static void list(StringBuilder html, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            html.append("<h2>").append(title).append("</h2>\n<ul>\n");
            lines.forEach(line -> html.append("<li>").append(escape(line)).append("</li>\n"));
            html.append("</ul>\n");
        }
    }

    /// Names of pools and servers come from the services.
    static String escape(String text) {
        return HtmlPage.escape(TerminalSanitizer.of(text));
    }
}
