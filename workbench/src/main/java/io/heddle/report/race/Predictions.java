package io.heddle.report.race;

import io.heddle.model.Finding;
import io.heddle.model.Matched;
import io.heddle.model.Race;
import io.heddle.report.Formats;
import io.heddle.report.Matches;
import java.util.List;
import java.util.stream.Stream;

/// What a check had predicted beside what the race met, line by line.
final class Predictions {

    private Predictions() {}

    /// What was met, then how much was not; empty when nobody asked a check.
    static List<String> lines(Race race) {
        List<Matched> met = Matches.met(race.findings());
        long unseen = race.findings().size() - met.size();
        return race.findings().isEmpty()
                ? List.of()
                : Stream.concat(
                                met.stream().map(Predictions::line),
                                unseen == 0
                                        ? Stream.of()
                                        : Stream.of(Formats.count(unseen, "finding")
                                                + " predicted and not met under this load, which clears none of them"))
                        .toList();
    }

    private static String line(Matched matched) {
        Finding finding = matched.finding();
        return Formats.said(matched.match()) + ": " + finding.rule() + " " + Matches.place(finding)
                + (finding.artifact().isEmpty() ? "" : ", " + finding.artifact()) + ": " + Matches.seen(finding);
    }
}
