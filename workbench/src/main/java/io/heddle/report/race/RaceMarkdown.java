package io.heddle.report.race;

import static io.heddle.report.Markdown.code;
import static io.heddle.report.Markdown.text;

import io.heddle.model.Decisions;
import io.heddle.model.Race;
import io.heddle.model.Verdict;
import io.heddle.report.Formats;
import io.heddle.report.Lines;
import io.heddle.report.Markdown;
import io.heddle.report.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A race as Markdown, for a job's summary or a comment on a pull request: the verdict of each path, and the whole
/// report folded away.
public final class RaceMarkdown {

    private static final Style WIDE = new Style(false, 100, Optional.empty());

    private RaceMarkdown() {}

    /// The whole text, with a line feed at the end.
    public static String render(Race race) {
        List<String> lines = new ArrayList<>();
        lines.add("## Heddle race: " + Formats.said(race.verdict().kind()));
        lines.add("");
        lines.add(code(Setup.name(race.target())) + " · " + text(Setup.place(race)));
        if (!race.stopped().isEmpty() || race.interrupted()) {
            lines.add("");
            lines.add("**Not finished**" + (race.stopped().isEmpty() ? "." : ": " + text(race.stopped()) + "."));
        }
        lines.add("");
        if (!race.verdicts().isEmpty()) {
            boolean pairs = TrialMatrix.pairs(race) > 1;
            lines.add("| | path |" + (pairs ? " arms |" : "") + " what was measured |");
            lines.add("|---|---|" + (pairs ? "---|" : "") + "---|");
            race.verdicts().forEach(verdict -> lines.add(row(verdict, pairs)));
            race.dropped()
                    .forEach(path -> lines.add("| **dropped** | " + code(path.workload()) + (pairs ? " | " : "") + " | "
                            + text(RaceTerminal.dropped(path)) + " |"));
            lines.add("");
        }
        Decisions.of(race).ifPresent(decision -> {
            lines.add("**Decision:** " + text(decision.kind().said()));
            lines.add("");
            decision.next().forEach(next -> lines.add("- " + text(next)));
            lines.add("");
        });
        lines.addAll(Markdown.folded(
                "The whole report", RaceTerminal.render(race, WIDE).text()));
        return new Lines(lines).text();
    }

    private static String row(Verdict verdict, boolean pairs) {
        return "| **" + Formats.said(verdict.kind()) + "** | " + code(verdict.workload())
                + (pairs ? " | " + code(verdict.arm()) + " / " + code(verdict.against()) : "") + " | "
                + text(RaceTerminal.sentence(verdict)) + " |";
    }
}
