package io.heddle.report.check;

import io.heddle.model.Finding;
import io.heddle.report.Plain;
import io.heddle.report.Words;
import io.heddle.report.check.CheckReport.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A check as Markdown, for a job's summary or a pull request.
public final class MarkdownReport {

    /// GitHub refuses a summary of more than 1 MiB.
    private static final int MOST = 200;

    private MarkdownReport() {}

    /// The whole text, with a line feed at the end.
    public static String render(CheckReport report) {
        List<String> lines = new ArrayList<>();
        List<Integer> jdks = report.check().jdks();
        lines.add("## Heddle check: " + text(String.join(", ", report.check().targets())));
        lines.add("");
        lines.add(text(Said.count(report)) + (Said.moving(report).isEmpty() ? "" : " " + text(Said.moving(report))));
        lines.add("");
        List<Cause> causes = Cause.of(report.fresh());
        List<Cause> shown = causes.subList(0, Math.min(MOST, causes.size()));
        for (Map.Entry<String, List<Cause>> group :
                CheckReport.byArtifact(shown, Cause::item).entrySet()) {
            lines.add("### " + text(group.getKey()));
            lines.add("");
            lines.add("| | rule | where | "
                    + jdks.stream().map(jdk -> "JDK " + jdk + " | ").collect(Collectors.joining()) + "what to do |");
            lines.add("|---|---|---|" + "---|".repeat(jdks.size()) + "---|");
            group.getValue().forEach(cause -> lines.add(row(cause, jdks)));
            lines.add("");
        }
        if (shown.size() < causes.size()) {
            lines.add("And "
                    + Said.number(report.fresh().size()
                            - shown.stream().mapToInt(Cause::count).sum()) + " more, none worse.");
            lines.add("");
        }
        if (report.reference() instanceof Reference.Older older && !older.went().isEmpty()) {
            lines.add("### Gone since " + text(older.target()));
            lines.add("");
            older.went().stream()
                    .limit(MOST)
                    .forEach(finding -> lines.add("- " + code(finding.rule()) + " " + code(Said.place(finding))));
            lines.add("");
        }
        lines.add(text(Said.read(report.check())));
        report.check().notes().forEach(note -> lines.addAll(List.of("", text(note))));
        return lines.stream().map(Plain::line).collect(Collectors.joining("\n", "", "\n"));
    }

    private static String row(Cause cause, List<Integer> jdks) {
        Finding finding = cause.item().finding();
        String path = String.join(" › ", Said.steps(finding, 4));
        return "| **" + Words.spelled(finding.severity()) + "** | " + code(finding.rule()) + "<br>"
                + Words.spelled(finding.confidence()) + text(cause.more()) + " | " + code(Said.place(finding))
                + (path.isEmpty() ? "" : "<br><sub>" + text(path) + "</sub>") + " | "
                + jdks.stream()
                        .map(jdk -> (finding.holdsOn(jdk) ? "yes" : "–") + " | ")
                        .collect(Collectors.joining()) + text(Said.advice(finding)) + " |";
    }

    /// Text that is never markup, nor ends a table's cell.
    private static String text(String text) {
        return Plain.of(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replaceAll("([\\\\`*_\\[\\]#|~@])", "\\\\$1");
    }

    private static String code(String text) {
        return "<code>"
                + Plain.of(text)
                        .replace("&", "&amp;")
                        .replace("<", "&lt;")
                        .replace(">", "&gt;")
                        .replace("|", "&#124;")
                        .replace("`", "&#96;")
                        .replace("*", "&#42;")
                        .replace("_", "&#95;")
                        .replace("[", "&#91;")
                        .replace("@", "&#64;")
                        .replace("$", "&#36;")
                + "</code>";
    }
}
