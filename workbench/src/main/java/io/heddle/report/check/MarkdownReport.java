package io.heddle.report.check;

import static io.heddle.report.Markdown.code;
import static io.heddle.report.Markdown.text;

import io.heddle.model.Finding;
import io.heddle.report.Formats;
import io.heddle.report.Lines;
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
        List<FindingGroup> causes = FindingGroup.of(report.fresh());
        if (!causes.isEmpty()) {
            lines.add("**" + text(CheckPhrases.summary(report, causes)) + "**");
            lines.add("");
        }
        lines.add(text(CheckPhrases.count(report))
                + (CheckPhrases.moving(report).isEmpty() ? "" : " " + text(CheckPhrases.moving(report))));
        lines.add("");
        List<FindingGroup> shown = causes.subList(0, Math.min(MOST, causes.size()));
        for (Map.Entry<String, List<FindingGroup>> group :
                CheckReport.byArtifact(shown, FindingGroup::item).entrySet()) {
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
                    + CheckPhrases.number(report.fresh().size()
                            - shown.stream().mapToInt(FindingGroup::count).sum()) + " more, none worse.");
            lines.add("");
        }
        if (report.reference() instanceof Reference.Older older && !older.went().isEmpty()) {
            lines.add("### Gone since " + text(older.target()));
            lines.add("");
            older.went().stream()
                    .limit(MOST)
                    .forEach(finding ->
                            lines.add("- " + code(finding.rule()) + " " + code(CheckPhrases.place(finding))));
            lines.add("");
        }
        lines.add(text(CheckPhrases.read(report.check())));
        report.check().notes().forEach(note -> lines.addAll(List.of("", text(note))));
        return new Lines(lines).text();
    }

    private static String row(FindingGroup cause, List<Integer> jdks) {
        Finding finding = cause.item().finding();
        String path = String.join(" › ", CheckPhrases.steps(finding, 4));
        return "| **" + Formats.spelled(finding.severity()) + "** | " + code(finding.rule()) + "<br>"
                + CheckPhrases.sure(finding) + text(cause.more()) + " | " + code(CheckPhrases.place(finding))
                + (path.isEmpty() ? "" : "<br><sub>" + text(path) + "</sub>") + " | "
                + jdks.stream()
                        .map(jdk -> (finding.holdsOn(jdk) ? "yes" : "–") + " | ")
                        .collect(Collectors.joining()) + text(CheckPhrases.advice(finding)) + " |";
    }
}
