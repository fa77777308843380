package io.heddle.check.graph;

import io.heddle.check.read.Artifact;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Step;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What makes a way less sure than its length, and how sure it is with that. The limits lie where findings that were
/// read turned out wrong too often, see `docs/results/check-judged.md`.
///
/// @param guesses calls on it that may run one of several methods, not all of which wait
/// @param weight what those weigh, in calls
record Doubts(int guesses, int weight, Set<Reason> reasons) {

    private static final int MOST_CERTAIN = 5;
    private static final int MOST_LIKELY = 9;
    /// Who waits for what is outside does so for its own sake: few such ways are taken by mistake, however long
    /// they are, where each call on it runs what it says.
    private static final int MOST_LIKELY_OUTSIDE = 12;
    private static final int MOST_LIKELY_STRANGER = 1;
    private static final int FARTHEST_STRANGER = 2;
    /// Farther away, where one of several methods may run and the way leads into another library, it is mostly not
    /// the one that waits.
    private static final int FARTHEST_GUESS = 6;
    /// Farther away it is another component that makes its callers wait for a while, for which JDK 21 adds a
    /// carrier.
    private static final int FARTHEST_WAIT = 4;
    /// Farther away it is mostly done by then, or has room.
    private static final int FARTHEST_PARK = 6;
    /// Farther away nobody knows who implements the interface, nor what for.
    private static final int FARTHEST_CONTRACT = 6;
    /// Farther away, where one of several methods may run, it is mostly another class's lock, or that of an object
    /// that nobody else asks for.
    private static final int FARTHEST_GUESSED_LOCK = 4;
    /// Farther away it is mostly the lock of another component, which is free.
    private static final int FARTHEST_LOCK = 5;
    /// Through more classes it is likewise.
    private static final int MOST_CLASSES_TO_LOCK = 3;

    /// Why a way is no more than possible, whatever its length.
    enum Reason {
        RARE("it runs once, or where a component starts or ends"),
        /// Known here, and none of them waits, or only passed along.
        TAME("they are hardly strangers"),
        /// A task that was asked whether it is done, the lock of an object that nobody else has, or that only
        /// who has the monitor can hold.
        READY("what it waits for is there"),
        /// Who ends something is mostly the last to use it.
        ENDED("something is closed there, which nobody else uses by then"),
        IDLE("nothing calls it"),
        TEST("it is made for tests"),
        SCREEN("it is made for screens"),
        AID("it is there for demonstration or development"),
        PROGRAM("it is a program of its own, which its main method starts"),
        PLATFORM("it runs on a platform thread of its own"),
        DEBUG("it runs there only where somebody looks for a fault"),
        ASIDE("it runs there only where no executor takes it"),
        ASKED("who calls it says whether it waits at all"),
        MEMORY("its stream ends in memory");

        final String text;

        Reason(String text) {
            this.text = text;
        }
    }

    static final Doubts NONE = new Doubts(0, 0, Set.of());

    Doubts guess(int share) {
        return share == 0 ? this : new Doubts(guesses + 1, weight + share, reasons);
    }

    Doubts when(boolean holds, Reason reason) {
        if (!holds || reasons.contains(reason)) {
            return this;
        }
        Set<Reason> more = EnumSet.of(reason);
        more.addAll(reasons);
        return new Doubts(guesses, weight, more);
    }

    /// @param reason null where there is none
    Doubts with(@Nullable Reason reason) {
        return reason == null ? this : when(true, reason);
    }

    /// How sure it is that a way is taken and waits at its end.
    ///
    /// @param kind what it waits for
    /// @param steps the way
    Confidence confidence(Kind kind, List<Step> steps) {
        int calls = steps.size();
        boolean likely = reasons.isEmpty()
                && (kind == Kind.CALLBACK ? classes(steps) : calls) + weight <= most(kind, calls, classes(steps))
                && (guesses == 0 || calls <= FARTHEST_GUESS || libraries(steps) == 1);
        return likely && guesses == 0 && calls <= MOST_CERTAIN && isSure(kind)
                ? Confidence.CERTAIN
                : likely ? Confidence.LIKELY : Confidence.POSSIBLE;
    }

    private static boolean isSure(Kind kind) {
        return switch (kind) {
            case STREAM, CLOSE, CONTRACT, CLASS_LOADING, NATIVE, CALLBACK -> false;
            default -> true;
        };
    }

    // Calls, those that are guessed with their weight, beyond which a way is no more than possible.
    private int most(Kind kind, int calls, int classes) {
        return switch (kind) {
            case CALLBACK -> calls > FARTHEST_STRANGER ? 0 : MOST_LIKELY_STRANGER;
            case WAIT -> calls > FARTHEST_WAIT ? 0 : MOST_LIKELY;
            case CONTRACT -> calls > FARTHEST_CONTRACT ? 0 : MOST_LIKELY;
            // That it is one of TLS is a guess already.
            case CLOSE -> guesses > 0 ? 0 : MOST_LIKELY;
            case PARK -> calls > FARTHEST_PARK ? 0 : MOST_LIKELY;
            case LOCK ->
                calls > FARTHEST_LOCK || classes > MOST_CLASSES_TO_LOCK || calls > FARTHEST_GUESSED_LOCK && guesses > 0
                        ? 0
                        : MOST_LIKELY;
            case SHORT_LOCK -> 0;
            case NETWORK, DATABASE -> guesses == 0 ? MOST_LIKELY_OUTSIDE : MOST_LIKELY;
            default -> MOST_LIKELY;
        };
    }

    // A class's own helpers are as near as itself.
    private static int classes(List<Step> steps) {
        return (int) steps.stream().map(Step::type).distinct().count();
    }

    private static int libraries(List<Step> steps) {
        return (int) steps.stream()
                .map(Step::artifact)
                .filter(artifact -> !artifact.equals(Artifact.JDK))
                .distinct()
                .count();
    }

    /// The same in words.
    String reason(Kind kind, List<Step> steps) {
        return (steps.size() == 1 ? "the call itself " : steps.size() + " calls away, the last ")
                + kind.does()
                + (guesses == 0 ? "" : "; at " + guesses + " of them one of several methods may run")
                + reasons.stream().sorted().map(reason -> "; " + reason.text).collect(Collectors.joining());
    }
}
