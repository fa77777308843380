package io.heddle.analysis.callgraph;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.values.CallFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What functions of Clojure call on what they capture. `(mapv f xs)` makes a function that captures `f`, and hands it
/// to
/// `reduce`: what `reduce` calls is that function, and so `f`.
final class CapturedFunctions {

    private static final String CLOJURE = "clojure/lang/";
    private static final Set<String> RUNS = Set.of("invoke", "invokePrim", "call", "run", "applyTo");
    private static final String FUNCTION = "Lclojure/lang/IFn;";

    /// What is called on a value.
    private record Called(Signature signature, boolean held) {}

    private final CallFacts graph;
    /// By the fields of functions what their code calls on the fields' values.
    private final Map<Field, Map<Signature, Called>> uses = new HashMap<>();
    private final Map<Type, List<Method>> makers = new HashMap<>();

    CapturedFunctions(CallFacts graph) {
        this.graph = graph;
    }

    /// What is called on a value that a function captures.
    ///
    /// @param held whether the function holds a monitor meanwhile
    record Use(AbstractValue value, Signature called, boolean held) {}

    /// Looks at which functions a method makes.
    void look(Method method) {
        for (Type made : graph.facts(method).created()) {
            if (made.isClojureFunction()) {
                makers.computeIfAbsent(made, _ -> new ArrayList<>(1)).add(method);
            }
        }
    }

    /// The methods that make a function.
    List<Method> makers(Type function) {
        return makers.getOrDefault(function, List.of());
    }

    /// Whether a value is one that the function whose code a method has captures.
    boolean isOf(Method method, AbstractValue value) {
        return method.owner().isClojureFunction()
                && value instanceof AbstractValue.FieldRead read
                && read.field().owner() == method.owner();
    }

    /// @return whether it is new
    boolean add(Field field, Signature called, boolean held) {
        Map<Signature, Called> known = uses.computeIfAbsent(field, _ -> new LinkedHashMap<>(2));
        Called before = known.get(called);
        boolean more = before == null || held && !before.held;
        if (more) {
            known.put(called, new Called(called, held));
        }
        return more;
    }

    /// Whether a call is one that Clojure's compiler writes, or code of Clojure itself.
    boolean isClojures(CallSite call) {
        return !makers.isEmpty()
                && (call.caller().owner().isClojureFunction()
                        || call.declared().name().startsWith(CLOJURE)
                        || call.caller().owner().name().startsWith(CLOJURE));
    }

    /// Whether a call runs the function that it is made on.
    boolean runs(CallSite call) {
        return !call.makesObject() && RUNS.contains(call.signature().name());
    }

    /// Whether a call of Clojure's own interfaces, which may run too many methods, takes this argument as a function.
    boolean isUnfollowed(CallSite call, int argument) {
        return call.declared().name().startsWith(CLOJURE)
                && call.signature().parameters().get(argument).equals(FUNCTION)
                && graph.unknownTargets(call) > 0;
    }

    /// Whether a call is handed a function where the callee calls what it is handed.
    boolean passes(CallSite call, ParameterSummary use) {
        return !use.stream() && function(call, use) != null;
    }

    private static AbstractValue.@Nullable New function(CallSite call, ParameterSummary use) {
        return AbstractValue.bare(call.argument(use.parameter())) instanceof AbstractValue.New made
                        && made.type().isClojureFunction()
                        && made.arguments().size() > 0
                ? made
                : null;
    }

    /// What is called on what a function captures that is handed to a call, where the callee calls the function.
    List<Use> uses(CallSite call, ParameterSummary use) {
        AbstractValue.New made = use.stream() ? null : function(call, use);
        return made == null ? List.of() : uses(made);
    }

    /// What is called on what a function captures, when it is called itself.
    List<Use> uses(AbstractValue.New made) {
        if (!made.type().isClojureFunction() || made.arguments().isEmpty() || made.constructor() == null) {
            return List.of();
        }
        Method constructor = made.type().method(made.constructor());
        if (constructor == null) {
            return List.of();
        }
        List<Use> found = new ArrayList<>();
        for (MethodFacts.Write write : graph.facts(constructor).writes()) {
            if (AbstractValue.bare(write.value()) instanceof AbstractValue.Parameter parameter
                    && parameter.index() < made.arguments().size()) {
                AbstractValue value = AbstractValue.bare(made.arguments().get(parameter.index()));
                uses.getOrDefault(write.field(), Map.of())
                        .values()
                        .forEach(called -> found.add(new Use(value, called.signature, called.held)));
            }
        }
        return found;
    }
}
