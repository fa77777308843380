package io.heddle.analysis.confidence;

import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.check.read.Artifact;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Step;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// How sure it is that a path is taken and blocks at its end. Features: its length in calls, the classes and
/// artifacts that it goes through, the ambiguous calls on it with their penalties, what it blocks for, and
/// its demotions. The limits lie where findings that people have read turned out wrong too often,
/// see `docs/results/check-judged.md`.
///
/// @param ambiguousCalls calls on the path that may run one of several methods, not all of which block
/// @param penalty what those add to the path's length, in calls
/// @param demotions why it is no more than possible
public record ConfidenceModel(int ambiguousCalls, int penalty, Set<Demotion> demotions) {

    public static final ConfidenceModel NONE = new ConfidenceModel(0, 0, Set.of());

    /// Adds an ambiguous call.
    ///
    /// @param share its penalty, in calls; 0 where it is not ambiguous
    public ConfidenceModel ambiguous(int share) {
        return share == 0 ? this : new ConfidenceModel(ambiguousCalls + 1, penalty + share, demotions);
    }

    /// Adds a reason for demotion where something holds.
    public ConfidenceModel when(boolean holds, Demotion reason) {
        if (!holds || demotions.contains(reason)) {
            return this;
        }
        Set<Demotion> more = EnumSet.of(reason);
        more.addAll(demotions);
        return new ConfidenceModel(ambiguousCalls, penalty, more);
    }

    /// Adds a reason for demotion.
    ///
    /// @param reason null where there is none
    public ConfidenceModel with(@Nullable Demotion reason) {
        return reason == null ? this : when(true, reason);
    }

    /// How sure it is that a path is taken and blocks at its end.
    ///
    /// @param kind what it blocks for
    /// @param steps the path
    public Confidence confidence(BlockingKind kind, List<Step> steps) {
        int calls = steps.size();
        boolean likely = demotions.isEmpty()
                && calls + penalty <= most(kind, calls, classes(steps))
                && (ambiguousCalls == 0
                        || calls <= Limits.Confidence.AMBIGUOUS_CALLS
                        || isOutside(kind)
                        || libraries(steps) == 1);
        return likely && ambiguousCalls == 0 && calls <= Limits.Confidence.CERTAIN && isSure(kind)
                ? Confidence.CERTAIN
                : likely ? Confidence.LIKELY : Confidence.POSSIBLE;
    }

    private static boolean isSure(BlockingKind kind) {
        return switch (kind) {
            case STREAM, CLOSE, CONTRACT, CLASS_LOADING, NATIVE, CALLBACK -> false;
            default -> true;
        };
    }

    // What lies outside the process takes its time however the code gets there.
    private static boolean isOutside(BlockingKind kind) {
        return kind == BlockingKind.NETWORK || kind == BlockingKind.DATABASE;
    }

    // The length with penalties beyond which a path is no more than possible.
    private int most(BlockingKind kind, int calls, int classes) {
        return switch (kind) {
            case CALLBACK ->
                calls > Limits.Confidence.EXTERNAL_CALLS || classes > Limits.Confidence.EXTERNAL_CLASSES
                        ? 0
                        : Limits.Confidence.LIKELY;
            case WAIT -> calls > Limits.Confidence.WAIT_CALLS ? 0 : Limits.Confidence.LIKELY;
            case CONTRACT -> calls > Limits.Confidence.CONTRACT_CALLS ? 0 : Limits.Confidence.LIKELY;
            // That the socket is a TLS socket is ambiguous already.
            case CLOSE -> ambiguousCalls > 0 ? 0 : Limits.Confidence.LIKELY;
            case LOCK ->
                calls > Limits.Confidence.LOCK_CALLS
                                || classes > Limits.Confidence.LOCK_CLASSES
                                || calls > Limits.Confidence.AMBIGUOUS_LOCK_CALLS && ambiguousCalls > 0
                        ? 0
                        : Limits.Confidence.LIKELY;
            case SHORT_LOCK -> 0;
            default -> ambiguousCalls == 0 ? Limits.Confidence.UNAMBIGUOUS : Limits.Confidence.LIKELY;
        };
    }

    // A path within one class counts as one.
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

    /// The confidence in words.
    public String reason(BlockingKind kind, List<Step> steps) {
        return (steps.size() == 1 ? "the call itself " : steps.size() + " calls away, the last ")
                + kind.does()
                + (ambiguousCalls == 0 ? "" : "; at " + ambiguousCalls + " of them one of several methods may run")
                + demotions.stream()
                        .sorted()
                        .map(reason -> "; " + reason.text())
                        .collect(Collectors.joining());
    }
}
