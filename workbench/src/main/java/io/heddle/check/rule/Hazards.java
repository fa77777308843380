package io.heddle.check.rule;

import io.heddle.check.graph.Analysis;
import io.heddle.check.graph.Call;
import io.heddle.check.graph.Hazard;
import io.heddle.check.graph.Kind;
import io.heddle.check.graph.Method;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Makes findings of what the analysis tells.
final class Hazards {

    /// First release with virtual threads that are not a preview.
    private static final int FIRST = 21;
    /// Last release on which a monitor pins: JEP 491 came with 24.
    static final Optional<Integer> UNTIL_JEP_491 = Optional.of(23);
    static final Optional<Integer> ALWAYS = Optional.empty();

    private Hazards() {
    }

    /// One finding for each method that waits for one of `kinds` while a monitor is held.
    static Stream<Finding> underMonitor(Rule rule, Analysis analysis, Set<Kind> kinds, Severity severity) {
        return analysis.methods().stream()
                .flatMap(method -> analysis.underMonitor(method).values().stream().filter(hazard -> kinds.contains(hazard.kind())).min(Analysis.BEST).stream())
                .map(hazard -> finding(rule, analysis, hazard, UNTIL_JEP_491, severity));
    }

    /// A finding of one call that says it all.
    static Finding at(Rule rule, Analysis analysis, Call call, Confidence confidence, String reason, Severity severity) {
        return finding(rule, analysis, new Hazard(call.caller(), call.line(), Kind.CALLBACK, confidence, reason, List.of(), call.name()), ALWAYS, severity);
    }

    static Finding finding(Rule rule, Analysis analysis, Hazard hazard, Optional<Integer> until, Severity severity) {
        Method method = hazard.method();
        return new Finding(rule.name(), FIRST, until, severity, hazard.confidence(), hazard.reason(), analysis.reach(method), method.owner().artifact().name(),
                method.owner().name().replace('/', '.'), method.signature().name(), method.signature().descriptor(), method.owner().source(), hazard.line(),
                hazard.path(), hazard.sink(), KnownFixes.advice(method.owner().artifact().name()), Optional.empty());
    }
}
