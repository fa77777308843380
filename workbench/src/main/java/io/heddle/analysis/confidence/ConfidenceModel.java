package io.heddle.analysis.confidence;

import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Odds;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// How sure it is that a path is taken and blocks at its end, by its features. The limits lie where findings
/// that people have read turned out wrong too often, see `docs/results/check-judged.md`; the probability is
/// fitted to the same readings.
public final class ConfidenceModel {

    private ConfidenceModel() {}

    /// The share of such paths that are right.
    public static Odds odds(Features path) {
        return Weights.odds(path.values());
    }

    /// The share of a rule's findings that are right, where the rule itself says how sure it is.
    public static Odds odds(String rule, Confidence rated) {
        Map<String, Double> values = new LinkedHashMap<>();
        values.put("rule " + rule, 1.0);
        if (rated == Confidence.POSSIBLE) {
            values.put(Features.DOUBTS, 1.0);
            values.put("its rule doubts it", 1.0);
        }
        return Weights.odds(values);
    }

    /// The same of what lies in a service's own code.
    public static Odds inCodeOfService(Odds odds) {
        return Weights.with(odds, "in a service's own code");
    }

    /// The same of what lies in a library of a service, and not on the way of each request.
    public static Odds inLibraryOfService(Odds odds) {
        return Weights.with(odds, "in a library, not on the way of each request");
    }

    /// How sure it is that a path is taken and blocks at its end.
    public static Confidence confidence(Features path) {
        boolean likely = path.demotions().isEmpty()
                && path.calls() + path.penalty() <= most(path)
                && (path.ambiguousCalls() == 0
                        || path.calls() <= Limits.Confidence.AMBIGUOUS_CALLS
                        || isOutside(path.kind())
                        || path.libraries() == 1);
        return likely && path.ambiguousCalls() == 0 && path.calls() <= Limits.Confidence.CERTAIN && isSure(path.kind())
                ? Confidence.CERTAIN
                : likely ? Confidence.LIKELY : Confidence.POSSIBLE;
    }

    private static boolean isSure(BlockingKind kind) {
        return switch (kind) {
            case LOCK, STREAM, CLOSE, CONTRACT, CLASS_LOADING, NATIVE, CALLBACK -> false;
            default -> true;
        };
    }

    // What lies outside the process takes its time however the code gets there.
    private static boolean isOutside(BlockingKind kind) {
        return kind == BlockingKind.NETWORK || kind == BlockingKind.DATABASE;
    }

    // The length with penalties beyond which a path is no more than possible.
    private static int most(Features path) {
        int calls = path.calls();
        return switch (path.kind()) {
            case CALLBACK ->
                calls > Limits.Confidence.EXTERNAL_CALLS || path.classes() > Limits.Confidence.EXTERNAL_CLASSES
                        ? 0
                        : Limits.Confidence.LIKELY;
            case WAIT -> calls > Limits.Confidence.WAIT_CALLS ? 0 : Limits.Confidence.LIKELY;
            case CONTRACT -> calls > Limits.Confidence.CONTRACT_CALLS ? 0 : Limits.Confidence.LIKELY;
            // That the socket is a TLS socket is ambiguous already.
            case CLOSE -> path.ambiguousCalls() > 0 ? 0 : Limits.Confidence.LIKELY;
            case LOCK ->
                calls > Limits.Confidence.LOCK_CALLS
                                || path.classes() > Limits.Confidence.LOCK_CLASSES
                                || calls > Limits.Confidence.AMBIGUOUS_LOCK_CALLS && path.ambiguousCalls() > 0
                        ? 0
                        : Limits.Confidence.LIKELY;
            case SHORT_LOCK -> 0;
            default -> path.ambiguousCalls() == 0 ? Limits.Confidence.UNAMBIGUOUS : Limits.Confidence.LIKELY;
        };
    }

    /// The confidence in words.
    public static String reason(Features path) {
        return (path.calls() == 1 ? "the call itself " : path.calls() + " calls away, the last ")
                + path.kind().does()
                + (path.ambiguousCalls() == 0
                        ? ""
                        : "; at " + path.ambiguousCalls() + " of them one of several methods may run")
                + (path.afterFailure() ? "; only after a failure" : "")
                + path.demotions().stream()
                        .sorted()
                        .map(reason -> "; " + reason.text())
                        .collect(Collectors.joining());
    }
}
