package io.heddle.analysis;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.effects.Effects;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.paths.BlockingSite;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Method;
import io.heddle.check.read.CheckContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What [BlockingAnalysis] finds in a [Snippet], each of whose own methods may be called.
public final class AnalysedSnippet {

    private final ClassHierarchy hierarchy;
    private final BlockingAnalysis analysis;

    AnalysedSnippet(ClassHierarchy hierarchy) {
        this.hierarchy = hierarchy;
        this.analysis = new BlockingAnalysis(
                hierarchy,
                List.of("Snippet"),
                false,
                new CheckContext(List.of(), List.of(), Map.of(), List.of(), List.of(), Optional.empty()));
    }

    /// A method of the class `Snippet`.
    public Method method(String name) {
        return hierarchy.type("Snippet").declares(name).orElseThrow();
    }

    /// The first call of a method by this name. It is one of the call graph.
    public CallSite call(String caller, String called) {
        return graph().calls(method(caller)).stream()
                .filter(call -> call.signature().name().equals(called))
                .findFirst()
                .orElseThrow();
    }

    public CallGraph graph() {
        return effects().graph();
    }

    public Effects effects() {
        return analysis.effects();
    }

    /// The path on which a method blocks.
    public BlockingSite path(String method, BlockingKind kind) {
        return analysis.blockingPaths(method(method), _ -> true).stream()
                .filter(site -> site.kind() == kind)
                .findFirst()
                .orElseThrow();
    }
}
