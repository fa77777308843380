package io.heddle.analysis;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.callgraph.CallTargetResolver;
import io.heddle.analysis.callgraph.ExtensionPoints;
import io.heddle.analysis.callgraph.SummaryPropagation;
import io.heddle.analysis.callgraph.TypePropagation;
import io.heddle.analysis.effects.Effects;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CodeReader;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.models.BlockingModels;
import io.heddle.analysis.models.CallbackInterfaces;
import io.heddle.analysis.paths.BlockingSite;
import io.heddle.analysis.paths.PathFeasibility;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.reach.RapidTypeAnalysis;
import io.heddle.analysis.reach.ReachableCode;
import io.heddle.analysis.reach.Visibility;
import java.util.List;

/// The results of the phases on a [Snippet], each of whose own methods may be called. They run in the order
/// of [BlockingAnalysis].
public final class AnalysedSnippet {

    private final ClassHierarchy hierarchy;
    private final CallGraph graph;
    private final Effects effects;
    private final BlockingSites sites;

    AnalysedSnippet(ClassHierarchy hierarchy) {
        this.hierarchy = hierarchy;
        CodeReader reader = new CodeReader(hierarchy);
        BlockingModels models = new BlockingModels(hierarchy);
        CallbackInterfaces interfaces = new CallbackInterfaces();
        ReachableCode reached = RapidTypeAnalysis.of(hierarchy, reader, models, List.of(hierarchy.type("Snippet")));
        List<Method> methods = reached.methods().stream()
                .filter(method -> method.owner().isAskedAbout() && !method.isLambdaStub())
                .toList();
        Visibility visibility = new Visibility(reached, hierarchy.methodNumbers());
        TypePropagation types = new TypePropagation(reached, visibility, hierarchy.methodNumbers());
        CallGraph resolved = CallTargetResolver.resolve(hierarchy, models, reached, types);
        CallGraph summarised = SummaryPropagation.run(resolved, types, hierarchy, models, interfaces);
        ExtensionPoints extensions = new ExtensionPoints(hierarchy, types, summarised, interfaces);
        this.effects = Effects.of(hierarchy, models, visibility, summarised, extensions, methods);
        this.graph = effects.graph();
        this.sites =
                new BlockingSites(methods, false, effects, new PathFeasibility(hierarchy, reader, visibility, effects));
    }

    /// A method of the class `Snippet`.
    public Method method(String name) {
        return hierarchy.type("Snippet").declares(name).orElseThrow();
    }

    /// The first call of a method by this name. It is one of the call graph.
    public CallSite call(String caller, String called) {
        return graph.calls(method(caller)).stream()
                .filter(call -> call.signature().name().equals(called))
                .findFirst()
                .orElseThrow();
    }

    public CallGraph graph() {
        return graph;
    }

    public Effects effects() {
        return effects;
    }

    /// The path on which a method blocks.
    public BlockingSite path(String method, BlockingKind kind) {
        return sites.of(method(method)).stream()
                .filter(site -> site.kind() == kind)
                .findFirst()
                .orElseThrow();
    }
}
