package io.heddle.report.race;

import io.heddle.model.Figures;
import io.heddle.model.Finding;
import io.heddle.model.Match;
import io.heddle.model.Matched;
import io.heddle.model.Race;
import io.heddle.report.Words;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// What a check had predicted beside what the race met, in words.
final class Foreseen {

    private Foreseen() {
    }

    /// What was met, the longest first, predicted or not.
    static List<Matched> met(Race race) {
        return race.findings().stream().filter(matched -> matched.match() != Match.PREDICTED)
                .sorted(Comparator.comparingDouble((Matched matched) -> matched.finding().seen().map(Finding.Seen::totalMillis).orElse(0.0)).reversed()).toList();
    }

    /// What was met line by line, then how much was not; empty when nobody asked a check.
    static List<String> lines(Race race) {
        long unseen = race.findings().size() - met(race).size();
        return race.findings().isEmpty() ? List.of() : Stream.concat(met(race).stream().map(Foreseen::line), unseen == 0 ? Stream.of()
                : Stream.of(Words.count(unseen, "finding") + " predicted and not met under this load, which clears none of them")).toList();
    }

    /// As people read it, such as `predicted and seen`.
    static String match(Matched matched) {
        return Words.said(matched.match());
    }

    static String place(Finding finding) {
        return finding.type() + "." + finding.method() + (finding.line() > 0 ? ":" + finding.line() : "");
    }

    /// How often and how long it was met.
    static String seen(Finding finding) {
        return finding.seen().map(seen -> String.format(java.util.Locale.ROOT, "%,d×, %s in all", seen.count(), Figures.millis(seen.totalMillis()))).orElse("");
    }

    private static String line(Matched matched) {
        Finding finding = matched.finding();
        return match(matched) + ": " + finding.rule() + " " + place(finding) + (finding.artifact().isEmpty() ? "" : ", " + finding.artifact()) + ": " + seen(finding);
    }
}
