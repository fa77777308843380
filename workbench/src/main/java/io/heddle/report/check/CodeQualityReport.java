package io.heddle.report.check;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.model.Finding;
import io.heddle.model.Place;
import io.heddle.model.RuleText;
import io.heddle.report.Json;
import io.heddle.report.TerminalSanitizer;
import io.heddle.report.check.CheckReport.Item;
import java.util.Optional;

/// A check as GitLab reads it (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format): an array
/// of findings, which a merge request compares with those of its target branch. The format has no mark for what a
/// baseline accepts, so that accepted findings are left out.
final class CodeQualityReport {

    private CodeQualityReport() {}

    /// The whole file, with a line feed at the end.
    static String render(CheckReport report) {
        ArrayNode findings = JsonNodeFactory.instance.arrayNode();
        report.fresh().forEach(item -> finding(findings.addObject(), item, report));
        return Json.write(findings);
    }

    private static void finding(ObjectNode node, Item item, CheckReport report) {
        Finding finding = item.finding();
        String summary = Optional.ofNullable(report.rules().get(finding.rule()))
                .map(RuleText::summary)
                .orElse(finding.rule());
        node.put(
                        "description",
                        TerminalSanitizer.of(CheckPhrases.sentence(finding, summary) + " " + finding.artifact()
                                + ". What to do: " + CheckPhrases.advice(finding)))
                .put("check_name", finding.rule())
                .put("fingerprint", item.fingerprint())
                .put("severity", severity(finding));
        Place place = item.place()
                .orElseGet(() -> new Place(Names.sourceFile(finding.type(), finding.source()), finding.line()));
        // GitLab requires a line: the first one stands for a class without line numbers.
        node.putObject("location")
                .put("path", place.file().replaceFirst("^/+", ""))
                .putObject("lines")
                .put("begin", Math.max(1, place.line()));
    }

    private static String severity(Finding finding) {
        return switch (finding.severity()) {
            case DEADLOCK -> "blocker";
            case STALL -> "critical";
            case SLOW -> "major";
            case MEMORY -> "minor";
            case ADVICE -> "info";
        };
    }
}
