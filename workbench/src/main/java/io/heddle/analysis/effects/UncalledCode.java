package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.reach.Visibility;
import java.lang.reflect.AccessFlag;
import java.util.List;

/// Tells which methods nothing calls. Safe for threads.
public final class UncalledCode {

    private final CallGraph graph;
    private final Visibility visibility;

    UncalledCode(CallGraph graph, Visibility visibility) {
        this.graph = graph;
        this.visibility = visibility;
    }

    /// Whether nothing calls a method: all callers are known, and there is none; or it is an inline function
    /// of Kotlin, whose callers have copies. A method that a container or serialisation calls has an
    /// annotation or a name that says so.
    public boolean contains(Method method) {
        return isUncalled(method, Limits.Traces.UNCALLED);
    }

    private boolean isUncalled(Method method, int depth) {
        boolean inlined = graph.calls(method).stream()
                .anyMatch(call -> call.declared().name().equals("kotlin/jvm/internal/InlineMarker"));
        return inlined
                || depth > 0 && isNeverMade(method, depth - 1)
                || (visibility.packageConfined(method) || visibility.markedInternal(method))
                        && graph.callers(method).stream()
                                .allMatch(call -> depth > 0 && isUncalled(call.caller(), depth - 1))
                        && !method.isInitializer()
                        && !method.isForSerialization()
                        && !method.isAnnotatedForFramework()
                        && !visibility.implementsVisible(method)
                        // A call that may run very many methods is not among their callers.
                        && !(graph.callers(method).isEmpty() && method.overrides());
    }

    // There are no objects of its class: external code cannot make them, and the class's own library does
    // not.
    private boolean isNeverMade(Method method, int depth) {
        Type owner = method.owner();
        List<Method> constructors = method.isStatic()
                        || method.isLambdaStub()
                        || graph.code().isClassLiteral(owner)
                        || owner.is(AccessFlag.PUBLIC)
                ? List.of()
                : owner.methods().stream().filter(Method::isConstructor).toList();
        return !constructors.isEmpty()
                && constructors.stream()
                        .allMatch(constructor -> constructor != method && isUncalled(constructor, depth));
    }
}
