package io.heddle.report.watch;

import io.heddle.model.Figures;
import io.heddle.model.Holder;
import io.heddle.model.WatchComparison;
import io.heddle.model.WatchComparison.Change;
import io.heddle.model.WatchComparison.Kind;
import io.heddle.model.WatchComparison.Shift;
import io.heddle.model.WatchComparison.Side;
import io.heddle.report.Formats;
import io.heddle.report.HtmlPage;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Two recordings beside each other as one HTML file: the same drawings of both, and what became of each holder.
public final class CompareHtml {

    private CompareHtml() {}

    /// The whole file, to be written as UTF-8.
    public static String render(WatchComparison compared) {
        String kind = Formats.spelled(compared.kind()).replace('-', ' ');
        StringBuilder html = new StringBuilder(8_000);
        side(html, "Before", compared.before());
        side(html, "After", compared.after());
        changes(html, compared);
        WatchDrawings.flame(
                html,
                "Under which calls before",
                compared.before().watch().carriers().flame());
        WatchDrawings.flame(
                html,
                "Under which calls after",
                compared.after().watch().carriers().flame());
        HtmlParts.lines(html, "Notes", compared.notes());
        return HtmlPage.fill(
                CompareHtml.class,
                "compare.html",
                Map.of(
                        "kind",
                        kind,
                        "colour",
                        compared.kind() == Kind.NO_DIFFERENCE_SHOWN ? "" : kind,
                        "text",
                        CompareReport.shift(compared.lost()),
                        "body",
                        html.toString(),
                        "version",
                        HtmlParts.escape(compared.version()),
                        "command",
                        HtmlParts.escape(String.join(" ", compared.command()))));
    }

    private static void side(StringBuilder html, String when, Side side) {
        html.append("<h2>")
                .append(when)
                .append(": <code>")
                .append(HtmlParts.escape(side.file()))
                .append("</code></h2>\n<p class=\"soft\">")
                .append(Formats.spelled(side.watch().state()))
                .append("; JDK ")
                .append(HtmlParts.escape(side.watch().jvm().version() + ", " + HtmlParts.facts(side.watch())))
                .append("</p>\n");
        WatchDrawings.carriers(html, side.watch().carriers(), side.watch().seconds());
    }

    private static void changes(StringBuilder html, WatchComparison compared) {
        if (compared.changes().isEmpty()) {
            return;
        }
        html.append(
                "<h2>Who holds</h2>\n<div class=\"table\"><table><tr><th>change</th><th>place</th><th class=\"n\">before</th><th class=\"n\">after</th><th class=\"n\">points</th></tr>\n");
        for (Change change : compared.changes()) {
            Holder holder = change.holder();
            html.append("<tr><td>")
                    .append(Formats.spelled(change.fate()).replace('-', ' '))
                    .append("<br><span class=\"soft\">")
                    .append(holder.cause().spelled())
                    .append("</span></td><td><code>")
                    .append(HtmlParts.escape(holder.type() + "." + holder.method()))
                    .append("</code>")
                    .append(
                            holder.artifact().isEmpty()
                                    ? ""
                                    : "<br><span class=\"soft\">" + HtmlParts.escape(holder.artifact()) + "</span>")
                    .append("</td>");
            share(html, change.lost().before(), change.before(), compared.before());
            share(html, change.lost().after(), change.after(), compared.after());
            html.append("<td class=\"n\">").append(points(change.lost())).append("</td></tr>\n");
        }
        html.append("</table></div>\n");
    }

    private static void share(StringBuilder html, double share, Optional<Holder> holder, Side side) {
        html.append("<td class=\"n\">")
                .append(Formats.percent(share))
                .append(WatchDrawings.bar(share))
                .append("<span class=\"soft\">")
                .append(holder.map(known ->
                                Figures.number(known.count() / side.watch().seconds()) + "/s, longest "
                                        + Figures.millis(known.longestMillis()))
                        .orElse("not seen"))
                .append("</span></td>");
    }

    private static String points(Shift shift) {
        return String.format(
                Locale.ROOT,
                "%+.1f<br><span class=\"soft\">[%+.1f to %+.1f]</span>",
                100 * shift.difference(),
                100 * shift.low(),
                100 * shift.high());
    }
}
