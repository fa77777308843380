package io.heddle.report.race;

import io.heddle.model.Certainty;
import io.heddle.model.Culprit;
import io.heddle.model.Figures;
import io.heddle.model.Holder;
import io.heddle.model.Verdict;
import io.heddle.report.Formats;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Who held the carriers of an arm that did worse, in words.
final class CulpritLines {

    private CulpritLines() {}

    /// Those to blame for a harm, and after them whoever else held carriers.
    static List<Culprit> shown(Verdict verdict) {
        return Stream.concat(
                        verdict.culprits().stream(),
                        verdict.holders().stream()
                                .filter(holder ->
                                        verdict.culprits().stream().noneMatch(culprit -> samePlace(culprit, holder))))
                .toList();
    }

    private static boolean samePlace(Culprit one, Culprit other) {
        return one.holder().cause() == other.holder().cause()
                && one.holder().place().equals(other.holder().place());
    }

    /// Place, artifact and cause.
    static String cause(Culprit culprit) {
        Holder holder = culprit.holder();
        return "carriers held: " + holder.cause().spelled() + " in " + holder.place()
                + (holder.line() > 0 ? ":" + holder.line() : "")
                + (holder.artifact().isEmpty() ? "" : ", " + holder.artifact());
    }

    /// How often, how long, how sure.
    static String figures(Culprit culprit) {
        Holder holder = culprit.holder();
        return String.format(
                Locale.ROOT,
                "%,d×, %s in all, longest %s, %.0f %% of carrier time, in %d of %s; %s",
                holder.count(),
                Figures.millis(holder.totalMillis()),
                Figures.millis(holder.longestMillis()),
                100 * holder.lostShare(),
                culprit.trials(),
                Formats.count(culprit.of(), "trial"),
                (holder.certainty() == Certainty.CONFIRMED ? "confirmed by " : "suspected from ")
                        + Formats.list(holder.signals()));
    }

    /// The finding that had said so; empty where none had.
    static String predicted(Culprit culprit) {
        return culprit.fingerprint().isEmpty() ? "" : "predicted by check: finding " + culprit.fingerprint();
    }

    /// All of it.
    static List<String> lines(Culprit culprit) {
        return List.of(cause(culprit), figures(culprit), culprit.remedy().line(), predicted(culprit)).stream()
                .filter(line -> !line.isEmpty())
                .toList();
    }
}
