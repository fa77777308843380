package io.heddle.report.fix;

import io.heddle.model.Finding;
import io.heddle.model.Fix;
import io.heddle.model.Fix.Answer;
import io.heddle.model.Fix.Kind;
import io.heddle.report.Formats;
import io.heddle.report.HtmlPage;
import io.heddle.report.TerminalSanitizer;
import java.util.List;
import java.util.Map;

/// A fix as one HTML page without a script: what is mended with its diffs side by side, what is refused and why.
public final class FixHtml {

    private FixHtml() {}

    /// The whole file, to be written as UTF-8.
    public static String render(Fix fix) {
        StringBuilder body = new StringBuilder(64_000);
        kind(body, fix, Kind.MENDED, fix.written() ? "Mended, and written" : "Mended");
        fix.changes().forEach(change -> change(body, change));
        kind(body, fix, Kind.REFUSED, "Refused");
        kind(body, fix, Kind.ADVISED, "For you to do");
        if (!fix.notes().isEmpty()) {
            body.append("<h2>Notes</h2>\n<ul>\n");
            fix.notes().forEach(note -> body.append("<li>").append(escape(note)).append("</li>\n"));
            body.append("</ul>\n");
        }
        long mended = fix.answers().size() - fix.remaining();
        return HtmlPage.fill(
                FixHtml.class,
                "fix.html",
                Map.of(
                        "title", escape("Heddle fix: " + String.join(", ", fix.targets())),
                        "targets", escape(String.join(", ", fix.targets())),
                        "first", escape(FixTerminal.first(fix)),
                        "counts",
                                escape(mended + " of "
                                        + Formats.count(fix.answers().size(), "finding") + " mended on JDK "
                                        + fix.jdk()),
                        "body", body.toString(),
                        "version", escape(fix.version()),
                        "command", escape(String.join(" ", fix.command()))));
    }

    private static void kind(StringBuilder html, Fix fix, Kind kind, String title) {
        List<Answer> answers =
                fix.answers().stream().filter(answer -> answer.kind() == kind).toList();
        if (answers.isEmpty()) {
            return;
        }
        html.append("<h2>").append(title).append(": ").append(answers.size()).append("</h2>\n");
        html.append("<div class=\"scroll\"><table class=\"answers\"><tr><th>finding</th><th>where</th><th>")
                .append(kind == Kind.REFUSED ? "refusal" : "mend")
                .append("</th><th>why</th></tr>\n");
        for (Answer answer : answers) {
            Finding finding = answer.finding();
            html.append("<tr><td>")
                    .append(escape(finding.rule()))
                    .append("<br><span class=\"soft\">")
                    .append(Formats.spelled(finding.severity()))
                    .append("</span></td><td><code>")
                    .append(escape(finding.type() + "." + finding.method()))
                    .append("</code><br><span class=\"soft\">")
                    .append(escape(finding.source() + (finding.line() > 0 ? ":" + finding.line() : "")))
                    .append("</span></td><td><span class=\"kind ")
                    .append(Formats.spelled(kind))
                    .append("\">")
                    .append(answer.refusal().map(Formats::spelled).orElseGet(() -> Formats.spelled(answer.mend())))
                    .append("</span></td><td>")
                    .append(escape(answer.why()));
            proofs(html, answer);
            html.append("</td></tr>\n");
        }
        html.append("</table></div>\n");
    }

    private static void proofs(StringBuilder html, Answer answer) {
        if (answer.proofs().isEmpty()) {
            html.append("<br><span class=\"soft\">")
                    .append(escape(answer.next()))
                    .append("</span>");
            return;
        }
        html.append("<details><summary>")
                .append(answer.proofs().stream()
                        .filter(proof -> proof.state() == Fix.Proof.State.PASSED)
                        .count())
                .append(" of ")
                .append(Formats.count(answer.proofs().size(), "proof"))
                .append(" passed</summary><ul>");
        answer.proofs()
                .forEach(proof -> html.append("<li>")
                        .append(Formats.said(proof.claim()))
                        .append(": ")
                        .append(Formats.said(proof.state()))
                        .append(", ")
                        .append(escape(proof.how()))
                        .append("</li>"));
        html.append("</ul></details>");
    }

    private static void change(StringBuilder html, Fix.Change change) {
        html.append("<h3 class=\"file\">").append(escape(change.file())).append("</h3>\n");
        html.append("<div class=\"scroll\"><table class=\"diff\"><colgroup><col class=\"at\"><col><col class=\"at\">")
                .append("<col></colgroup>\n");
        boolean first = true;
        for (DiffRows.Block block : DiffRows.of(change.diff()).blocks()) {
            if (!first) {
                html.append("<tr class=\"gap\"><td colspan=\"4\">⋯</td></tr>\n");
            }
            first = false;
            for (DiffRows.Row row : block.rows()) {
                html.append(row.isChanged() ? "<tr class=\"changed\">" : "<tr>");
                side(html, row.before(), row.old(), "old");
                side(html, row.after(), row.young(), "new");
                html.append("</tr>\n");
            }
        }
        html.append("</table></div>\n");
    }

    private static void side(StringBuilder html, int number, String text, String side) {
        html.append("<td class=\"at\">")
                .append(number == 0 ? "" : String.valueOf(number))
                .append("</td><td class=\"")
                .append(number == 0 ? "none" : side)
                .append("\">")
                .append(escape(text.stripTrailing().replace("\t", "    ")))
                .append("</td>");
    }

    private static String escape(String text) {
        return HtmlPage.escape(TerminalSanitizer.of(text));
    }
}
