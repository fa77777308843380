package io.heddle.report.check;

import io.heddle.model.Finding;
import io.heddle.model.RuleText;
import io.heddle.report.TerminalSanitizer;
import io.heddle.report.check.CheckReport.Item;
import java.util.Optional;
import java.util.stream.Collectors;

/// New findings as workflow commands of GitHub Actions, which shows them at the changed lines. Source: GitHub's page
/// "Workflow commands for GitHub Actions".
public final class Annotations {

    /// GitHub shows ten annotations of each level a step; the rest is noise in the log.
    private static final int MOST = 10;

    private Annotations() {}

    /// One command a line, the worst first; empty when nothing is new.
    public static String render(CheckReport report) {
        return report.fresh().stream()
                .limit(MOST)
                .map(item -> line(item, report) + "\n")
                .collect(Collectors.joining());
    }

    private static String line(Item item, CheckReport report) {
        Finding finding = item.finding();
        String where = item.place()
                .map(place -> "file=" + property(place.file()) + ",line=" + place.line() + ",")
                .orElse("");
        String summary = Optional.ofNullable(report.rules().get(finding.rule()))
                .map(RuleText::summary)
                .orElse(finding.rule());
        String text =
                CheckPhrases.sentence(finding, summary) + "\n" + String.join(" > ", CheckPhrases.steps(finding, 6))
                        + "\n" + finding.artifact() + "\nWhat to do: " + CheckPhrases.advice(finding);
        return "::" + level(finding) + " " + where + "title=" + property("heddle " + finding.rule()) + "::"
                + text.lines().map(TerminalSanitizer::of).map(Annotations::data).collect(Collectors.joining("%0A"));
    }

    private static String level(Finding finding) {
        return switch (finding.severity()) {
            case DEADLOCK, STALL -> "error";
            case SLOW, MEMORY -> "warning";
            case ADVICE -> "notice";
        };
    }

    private static String data(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    private static String property(String text) {
        return data(TerminalSanitizer.of(text)).replace(":", "%3A").replace(",", "%2C");
    }
}
