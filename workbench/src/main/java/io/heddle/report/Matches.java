package io.heddle.report;

import io.heddle.model.Figures;
import io.heddle.model.Finding;
import io.heddle.model.Match;
import io.heddle.model.Matched;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// The findings of a check beside what the runtime met, in words.
public final class Matches {

    private Matches() {}

    /// What was met, the longest first, predicted or not.
    public static List<Matched> met(List<Matched> findings) {
        return findings.stream()
                .filter(matched -> matched.match() != Match.PREDICTED)
                .sorted(Comparator.comparingDouble((Matched matched) -> matched.finding()
                                .seen()
                                .map(Finding.Seen::totalMillis)
                                .orElse(0.0))
                        .reversed())
                .toList();
    }

    /// Where a finding is, such as `com.example.Shop.run:12`.
    public static String place(Finding finding) {
        return finding.type() + "." + finding.method() + (finding.line() > 0 ? ":" + finding.line() : "");
    }

    /// How often and how long it was met, such as `3×, 300 ms in all`; empty where it was not.
    public static String seen(Finding finding) {
        return finding.seen()
                .map(seen -> String.format(Locale.ROOT, "%,d×", seen.count())
                        + (seen.totalMillis() > 0 ? ", " + Figures.millis(seen.totalMillis()) + " in all" : ""))
                .orElse("");
    }
}
