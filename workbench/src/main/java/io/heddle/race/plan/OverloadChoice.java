package io.heddle.race.plan;

import io.heddle.model.Arm;
import io.heddle.model.Failure;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/// The overload that is put on the arms after the trials.
///
/// @param factors how many times the lower arm's capacity, ascending, each above 1
/// @param everyPath whether each path is overloaded; else one does
/// @param length of an overload, and most of a recovery
/// @param patience how long a client waits for an answer; at least five times the service time
/// @param limit requests at once in an arm of its own; empty for no such arm
public record OverloadChoice(
        List<Double> factors, boolean everyPath, Duration length, Duration patience, OptionalInt limit) {

    /// What the issue of overload is about by default: a half too much, and far too much.
    public static final List<Double> USUAL = List.of(1.5, 3.0);

    private static final String LIMITED = "virtual-limited";
    private static final double MOST = 20;
    private static final String EXAMPLE = "give how many times the lower arm's capacity, such as --overload 1.5x,3x";

    /// Keeps its own copy.
    public OverloadChoice {
        factors = List.copyOf(factors);
    }

    /// A factor such as `3x`.
    ///
    /// @throws Failure when it is none, or no overload
    public static double factor(String text) {
        double factor;
        try {
            factor = Double.parseDouble(text.strip().replaceFirst("(?<=\\d)[x×]$", ""));
        } catch (NumberFormatException notANumber) {
            throw new Failure("--overload takes factors, and '" + text + "' is none", EXAMPLE);
        }
        if (!(factor > 1 && factor <= MOST)) {
            throw new Failure("--overload takes factors above 1 and up to 20, not '" + text + "'", EXAMPLE);
        }
        return factor;
    }

    /// The arm with the limit: that on virtual threads, the first where there are several.
    ///
    /// @param arms one of them on virtual threads
    public Arm limited(List<Arm> arms) {
        Arm like = arms.stream()
                .filter(arm -> arm.mode() == Arm.Mode.VIRTUAL)
                .findFirst()
                .orElseThrow();
        return new Arm(LIMITED, Arm.Mode.VIRTUAL, OptionalInt.empty(), like.build(), Arm.Seen.NOTHING);
    }

    /// Requests that an arm handles at once; empty where nothing but itself limits it.
    public OptionalInt limitOf(Arm arm) {
        return arm.label().equals(LIMITED) ? limit : OptionalInt.empty();
    }
}
