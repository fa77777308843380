package io.heddle.race.overload;

import io.heddle.model.Figures;
import io.heddle.model.Overload.Kind;
import java.util.Locale;
import java.util.Optional;

/// Judges an arm under overload. It *collapses* when it ends, when it answers less than 80 % of what it could in time,
/// or when it is not back before the load ends. It *sheds* when it does neither and refuses more than 1 % of what is
/// offered. Else it *survives*.
///
/// @param kind the verdict
/// @param why one sentence
record Judgement(Kind kind, String why) {

    /// What an arm keeps of its capacity that does not collapse.
    static final double KEPT = 0.8;
    private static final double REFUSED = 0.01;

    /// What there is to judge by.
    ///
    /// @param rate offered, requests a second
    /// @param capacity what the arm answered at most in its trials
    /// @param goodput answered in time
    /// @param refusedShare answered with an error or not accepted, of what was offered, 0 to 1
    /// @param timeoutShare given up or answered too late
    /// @param recovery seconds until it was back; infinite when it was not
    /// @param watched seconds after the overload for which the load went on
    /// @param ended why the target, or the load, ended before its time; empty when it did not
    record Seen(
            double rate,
            double capacity,
            double goodput,
            double refusedShare,
            double timeoutShare,
            double recovery,
            double watched,
            Optional<String> ended) {

        private double could() {
            return Math.min(rate, capacity);
        }
    }

    static Judgement of(Seen seen) {
        String answered = String.format(
                Locale.ROOT,
                "%s of %s offered were answered in time, where it could answer %s",
                Figures.rate(seen.goodput()),
                Figures.rate(seen.rate()),
                Figures.rate(seen.could()));
        if (seen.ended().isPresent()) {
            return new Judgement(Kind.COLLAPSES, seen.ended().orElseThrow());
        }
        boolean lost = seen.goodput() < KEPT * seen.could();
        boolean back = Double.isFinite(seen.recovery());
        String recovered = back
                ? String.format(Locale.ROOT, "back after %.1f s", seen.recovery())
                : String.format(Locale.ROOT, "not back within %.0f s of half the capacity", seen.watched());
        String excess = seen.refusedShare() > REFUSED
                ? String.format(Locale.ROOT, "; it refused %.0f %%", 100 * seen.refusedShare())
                : "";
        String waited = seen.timeoutShare() > REFUSED
                ? String.format(
                        Locale.ROOT, "; %.0f %% waited for longer than a client does", 100 * seen.timeoutShare())
                : "";
        String why = answered + excess + waited + "; " + recovered;
        if (lost || !back) {
            return new Judgement(Kind.COLLAPSES, why);
        }
        return new Judgement(seen.refusedShare() > REFUSED ? Kind.SHEDS : Kind.SURVIVES, why);
    }
}
