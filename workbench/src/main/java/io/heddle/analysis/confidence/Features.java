package io.heddle.analysis.confidence;

import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.check.read.Artifact;
import io.heddle.model.Finding.Step;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// What the confidence in a blocking path depends on. But for the kind, each feature that grows makes it less
/// likely that the path is taken and blocks.
///
/// @param kind what it blocks for
/// @param calls on the path, the blocking one included
/// @param classes that the path goes through
/// @param libraries that it goes through, without the JDK
/// @param ambiguousCalls calls on the path that may run one of several methods, not all of which block
/// @param penalty what those add to the path's length, in calls
/// @param targets the most methods that one of those may run
/// @param alone whether only platform threads of the code's own run it, so that at most others wait for its monitor
/// @param afterFailure whether it goes through code that runs only once something has failed
/// @param demotions reasons to doubt it whatever its length
public record Features(
        BlockingKind kind,
        int calls,
        int classes,
        int libraries,
        int ambiguousCalls,
        int penalty,
        int targets,
        boolean alone,
        boolean afterFailure,
        Set<Demotion> demotions) {

    /// Of a path that was not followed yet.
    ///
    /// @param alone whether only platform threads of the code's own run it
    public Features(BlockingKind kind, boolean alone) {
        this(kind, 0, 0, 0, 0, 0, 1, alone, false, Set.of());
    }

    /// Adds an ambiguous call.
    ///
    /// @param share its penalty, in calls; 0 where it is not ambiguous
    /// @param methods that it may run
    public Features ambiguous(int share, int methods) {
        return share == 0
                ? this
                : new Features(
                        kind,
                        calls,
                        classes,
                        libraries,
                        ambiguousCalls + 1,
                        penalty + share,
                        Math.max(targets, methods),
                        alone,
                        afterFailure,
                        demotions);
    }

    /// Adds a reason for demotion where something holds.
    public Features when(boolean holds, Demotion reason) {
        if (!holds || demotions.contains(reason)) {
            return this;
        }
        Set<Demotion> more = EnumSet.of(reason);
        more.addAll(demotions);
        return new Features(
                kind, calls, classes, libraries, ambiguousCalls, penalty, targets, alone, afterFailure, more);
    }

    /// The same of a path that was followed to its end.
    public Features along(List<Step> steps) {
        return new Features(
                kind,
                steps.size(),
                (int) steps.stream().map(Step::type).distinct().count(),
                (int) steps.stream()
                        .map(Step::artifact)
                        .filter(artifact -> !artifact.equals(Artifact.JDK))
                        .distinct()
                        .count(),
                ambiguousCalls,
                penalty,
                targets,
                alone,
                afterFailure,
                demotions);
    }

    /// The same of a path that is taken only once something has failed, or not.
    public Features afterFailure(boolean failed) {
        return new Features(
                kind, calls, classes, libraries, ambiguousCalls, penalty, targets, alone, failed, demotions);
    }

    /// Name of a feature: how many demotions there are. Each alone is rare, and they are worth alike.
    static final String DOUBTS = "reasons to doubt";

    /// By name, as the file of weights has them. Of a number the least that a path can have counts for 0, and
    /// twice as many methods that a call may run count for one more.
    Map<String, Double> values() {
        String name = kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        Map<String, Double> values = new LinkedHashMap<>();
        values.put("kind " + name, 1.0);
        values.put("calls", calls - 1.0);
        values.put("calls to " + name, calls - 1.0);
        values.put("classes", classes - 1.0);
        values.put("libraries", Math.max(0, libraries - 1.0));
        values.put("ambiguous calls", (double) ambiguousCalls);
        values.put("penalty", (double) Math.min(penalty, Limits.Confidence.UNAMBIGUOUS));
        values.put("impossible call", penalty >= Limits.Confidence.IMPOSSIBLE ? 1.0 : 0.0);
        values.put("targets", Math.rint(10 * Math.log(targets) / Math.log(2)) / 10);
        values.put("at most others wait there", alone ? 1.0 : 0.0);
        values.put("only after a failure", afterFailure ? 1.0 : 0.0);
        values.put(DOUBTS, (double) demotions.size());
        for (Demotion demotion : Demotion.values()) {
            values.put(demotion.text(), demotions.contains(demotion) ? 1.0 : 0.0);
        }
        values.values().removeIf(value -> value == 0);
        return values;
    }
}
