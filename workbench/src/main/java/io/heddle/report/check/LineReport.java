package io.heddle.report.check;

import io.heddle.model.Finding;
import io.heddle.model.RuleText;
import io.heddle.report.Lines;
import java.util.Optional;

/// New findings as compilers print them, `FILE:LINE: severity: text`, which build tools and editors turn into links.
/// Without a known line of the project, the class file's own source stands there.
final class LineReport {

    private LineReport() {}

    /// One finding a line, the worst first; empty when nothing is new.
    static String render(CheckReport report) {
        return new Lines(report.fresh().stream().map(item -> line(item, report)).toList()).text();
    }

    private static String line(CheckReport.Item item, CheckReport report) {
        Finding finding = item.finding();
        String where = item.place()
                .map(place -> place.file() + ":" + place.line())
                .orElseGet(
                        () -> Names.sourceFile(finding.type(), finding.source()) + ":" + Math.max(1, finding.line()));
        String summary = Optional.ofNullable(report.rules().get(finding.rule()))
                .map(RuleText::summary)
                .orElse(finding.rule());
        return where + ": " + finding.severity().name().toLowerCase(java.util.Locale.ROOT) + ": "
                + finding.rule() + ": " + CheckPhrases.sentence(finding, summary) + " Path: "
                + String.join(" > ", CheckPhrases.steps(finding, 6)) + ". In " + finding.artifact()
                + ". What to do: " + CheckPhrases.advice(finding);
    }
}
