package io.heddle.analysis;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Tells whether the construction of an object costs so much that code keeps the object for reuse: it makes an array,
/// an
/// object of the JDK that is known to cost, or many objects. Constructors are followed as far as
/// `Limits.Calls.CONSTRUCTION` calls.
public final class ConstructionCost {

    /// Classes of the JDK that are known to cost, by the beginnings of their binary names; `[` is an array.
    private static final List<String> DEAR = List.of(
            "[",
            "java.lang.StringBuilder",
            "java.lang.StringBuffer",
            "java.text.",
            "java.security.",
            "javax.crypto.",
            "java.nio.",
            "java.util.regex.",
            "java.util.zip.",
            "java.io.",
            "java.util.GregorianCalendar",
            "java.util.Random",
            "javax.xml.",
            "java.util.Formatter");
    private static final String FAILURE = "java.lang.Throwable";

    private final CallGraph graph;
    private final Set<Method> seen = new HashSet<>();
    private int objects;
    private boolean dear;

    private ConstructionCost(CallGraph graph) {
        this.graph = graph;
    }

    /// Whether an object of the JDK costs.
    ///
    /// @param type its binary name; `[` for an array
    public static boolean isDear(String type) {
        return DEAR.stream().anyMatch(type::startsWith);
    }

    /// The class of an object that a method makes and returns and that costs, by its binary name.
    static Optional<String> of(Method method, CallGraph graph) {
        return method.isConstructor()
                ? dear(method.owner(), List.of(method), graph)
                : graph.returns(method).stream()
                        .flatMap(value -> of(value, graph).stream())
                        .findFirst();
    }

    /// The class of an object that costs, where code makes it right there; empty where it does not, or is not known.
    static Optional<String> of(AbstractValue value, CallGraph graph) {
        return AbstractValue.members(AbstractValue.bare(value)).stream()
                .map(AbstractValue::bare)
                .filter(AbstractValue.New.class::isInstance)
                .map(made -> ((AbstractValue.New) made).type())
                .flatMap(type -> (type.isJdk()
                                ? Optional.of(type.binaryName()).filter(ConstructionCost::isDear)
                                : dear(
                                        type,
                                        type.methods().stream()
                                                .filter(method -> method.isConstructor() && graph.isReached(method))
                                                .toList(),
                                        graph))
                        .stream())
                .findFirst();
    }

    // A lambda costs nothing, whatever its code does.
    private static Optional<String> dear(Type type, List<Method> constructors, CallGraph graph) {
        if (type.isLambda() || type.isBelow(FAILURE)) {
            return Optional.empty();
        }
        ConstructionCost cost = new ConstructionCost(graph);
        constructors.forEach(constructor -> cost.add(constructor, Limits.Calls.CONSTRUCTION));
        return cost.dear || cost.objects >= Limits.Calls.MANY_OBJECTS
                ? Optional.of(type.binaryName())
                : Optional.empty();
    }

    private void add(Method method, int calls) {
        if (!seen.add(method) || dear || objects >= Limits.Calls.MANY_OBJECTS) {
            return;
        }
        MethodFacts facts = graph.facts(method);
        dear = facts.arrays() || facts.created().stream().anyMatch(type -> type.isJdk() && isKept(type));
        objects += facts.created().size();
        if (calls > 0) {
            for (CallSite call : facts.calls()) {
                if (!call.declared().isJdk()
                        && (call.signature().name().equals("<init>") || call.how() == CallSite.How.STATIC)) {
                    graph.targets(call).forEach(target -> add(target, calls - 1));
                }
            }
        }
    }

    // A text builder in a constructor builds the text of a failure or a name.
    private static boolean isKept(Type type) {
        return isDear(type.binaryName())
                && !type.binaryName().startsWith("java.lang.StringBu")
                && !type.isBelow(FAILURE);
    }
}
