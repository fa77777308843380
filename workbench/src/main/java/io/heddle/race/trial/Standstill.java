package io.heddle.race.trial;

import io.heddle.model.Culprit;
import io.heddle.model.Figures;
import io.heddle.model.Holder;
import io.heddle.model.Pins;
import io.heddle.model.Stalls;
import io.heddle.model.Trial;
import io.heddle.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Carriers that stood still in an arm that is not harmed as far as was measured: no verdict may hide that,
/// so it stands in its first line.
public final class Standstill {

    /// Milliseconds.
    private static final double LONG_STALL = 1_000;

    private static final double MUCH_PINNED = 0.1;

    private Standstill() {}

    /// @param verdict with the holders of the same trials
    /// @param trials of the virtual arm on that path
    /// @param carriers how many the target has
    public static Verdict said(Verdict verdict, List<TrialOutcome> trials, int carriers) {
        double stall = trials.stream()
                .flatMap(outcome -> Stream.ofNullable(outcome.trial().stalls()))
                .mapToDouble(Stalls::longestMillis)
                .max()
                .orElse(0);
        double pinned = Math.max(
                pinned(trials, carriers), Holder.lost(verdict.holders().stream().map(Culprit::holder)));
        if (verdict.kind() == Verdict.Kind.HARM || stall <= LONG_STALL && pinned <= MUCH_PINNED) {
            return verdict;
        }
        String kind = spelled(verdict.kind());
        if (!verdict.text().startsWith(kind)) {
            return verdict;
        }
        String rest = verdict.text().substring(kind.length());
        String text =
                kind + ", but " + what(verdict.holders(), pinned, stall) + (rest.startsWith(":") ? rest : ":" + rest);
        return new Verdict(
                verdict.workload(),
                verdict.kind(),
                text,
                verdict.limit(),
                verdict.culprits(),
                verdict.holders(),
                verdict.notes());
    }

    private static String what(List<Culprit> holders, double pinned, double stall) {
        List<String> parts = new ArrayList<>();
        if (pinned > MUCH_PINNED) {
            parts.add(Math.round(100 * Math.min(1, pinned)) + " % of carrier time was held"
                    + holders.stream()
                            .findFirst()
                            .map(worst -> ", most by " + worst.holder().place() + " ("
                                    + worst.holder().cause().spelled() + ")")
                            .orElse(""));
        }
        if (stall > LONG_STALL) {
            parts.add("no carrier was free for up to " + Figures.millis(stall));
        }
        return String.join(", and ", parts);
    }

    private static double pinned(List<TrialOutcome> trials, int carriers) {
        return trials.stream()
                .map(TrialOutcome::trial)
                .mapToDouble(trial -> pinned(trial, carriers))
                .max()
                .orElse(0);
    }

    private static double pinned(Trial trial, int carriers) {
        Pins pins = trial.pins();
        return pins == null || trial.seconds() <= 0 ? 0 : pins.seconds() / (carriers * trial.seconds());
    }

    private static String spelled(Verdict.Kind kind) {
        return kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }
}
