package io.heddle.report.watch;

import io.heddle.model.Check;
import io.heddle.model.Figures;
import io.heddle.model.Finding;
import io.heddle.model.Join;
import io.heddle.model.Match;
import io.heddle.model.Matched;
import io.heddle.model.Sighting;
import io.heddle.model.Watch;
import io.heddle.report.Matches;
import io.heddle.report.Words;
import java.util.ArrayList;
import java.util.List;

/// The findings of a check beside what a watch met.
///
/// @param file as the user named the check's report
/// @param findings in the check's order, then what only the runtime met
/// @param notes what weakens the comparison, one sentence each
public record Predicted(String file, List<Matched> findings, List<String> notes) {

    /// Lays a watch beside a check.
    public static Predicted of(String file, Check check, Watch watch) {
        int jdk = watch.jvm().feature();
        List<String> notes = new ArrayList<>();
        if (jdk == 0) {
            notes.add("the recording does not tell its JDK, so no finding of " + file
                    + " could be compared with it: each depends on the release");
        } else if (!check.jdks().contains(jdk)) {
            notes.add(file + " was judged for JDK "
                    + String.join(
                            " and ", check.jdks().stream().map(String::valueOf).toList()) + ", and this JVM is " + jdk
                    + ": check it again with --jdk " + jdk + ", for it may lack what holds there");
        }
        return new Predicted(
                file,
                Join.of(
                        check.findings(),
                        watch.holders().stream().map(Sighting::of).toList(),
                        jdk),
                List.copyOf(notes));
    }

    /// What the runtime met, the longest first.
    List<Matched> met() {
        return Matches.met(findings);
    }

    /// What is left to say of those that it did not meet.
    List<String> rest(Watch watch) {
        List<Finding> unseen = findings.stream()
                .filter(matched -> matched.match() == Match.PREDICTED)
                .map(Matched::finding)
                .toList();
        long here = unseen.stream()
                .filter(finding -> finding.holdsOn(watch.jvm().feature()))
                .count();
        List<String> lines = new ArrayList<>();
        if (here > 0) {
            lines.add(Words.count(here, "finding") + " for JDK " + watch.jvm().feature() + " not seen in "
                    + Figures.number(watch.seconds())
                    + " s: that clears none of them, for the window may have been too short or the load another");
        }
        if (unseen.size() > here) {
            lines.add(Words.count(unseen.size() - here, "finding") + " for other releases alone");
        }
        return lines;
    }

    /// One finding that the runtime met, for a terminal.
    static String line(Matched met) {
        String seen = Matches.seen(met.finding());
        return said(met.match()) + ": " + met.finding().rule() + "  " + place(met.finding())
                + (met.finding().artifact().isEmpty()
                        ? ""
                        : "  in " + met.finding().artifact()) + (seen.isEmpty() ? "" : "  " + seen);
    }

    /// As people read it, such as `predicted and seen`.
    static String said(Match match) {
        return Words.said(match);
    }

    /// Where the finding is.
    static String place(Finding finding) {
        return Matches.place(finding);
    }
}
