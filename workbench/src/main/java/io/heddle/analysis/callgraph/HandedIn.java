package io.heddle.analysis.callgraph;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Tells of calls on what a method is handed, such as `task.run()` in `retry(task)`, what is told at the callers of the
/// method: what they hand it runs there, as their [Callback], and no caller runs what another one hands in. Not all
/// callers of a library are known, and nothing is told at them. Safe for threads.
public final class HandedIn {

    private final CallGraph graph;
    private final boolean whole;
    private final Map<CallSite, Boolean> known = new ConcurrentHashMap<>();
    /// Classes of objects that are made to be handed in, and those of which some go elsewhere.
    private final Set<Type> handed = new HashSet<>();
    private final Set<Type> kept = new HashSet<>();
    /// Classes whose own code hands its object on, which may be of a class below.
    private final Set<Type> exposed = new HashSet<>();

    /// @param whole whether all callers are here
    public HandedIn(CallGraph graph, boolean whole) {
        this.graph = graph;
        this.whole = whole;
        if (whole) {
            graph.methods().stream().filter(method -> !method.owner().isJdk()).forEach(this::look);
        }
    }

    /// What a call runs, without what is told at the callers of its method.
    public List<Method> targets(CallSite call) {
        List<Method> targets = graph.targets(call);
        if (targets.isEmpty() || parameter(call) == null) {
            return targets;
        }
        return isToldByCallers(call)
                ? List.of()
                : targets.stream()
                        .filter(target -> !isOnlyHandedIn(target.owner()))
                        .toList();
    }

    // What its caller is handed that a call is made on; null where it is made on something else, and of a library.
    private AbstractValue.@Nullable Parameter parameter(CallSite call) {
        return whole
                        && call.how() == CallSite.How.VIRTUAL
                        && AbstractValue.bare(call.receiver()) instanceof AbstractValue.Parameter given
                ? given
                : null;
    }

    /// Whether all that a call runs is told at the callers of its method.
    public boolean isToldByCallers(CallSite call) {
        AbstractValue.Parameter given = parameter(call);
        return given != null
                && known.computeIfAbsent(
                        call, _ -> isTold(call.caller(), given.index(), call.signature(), Limits.Calls.SUMMARY_DEPTH));
    }

    /// Hands on what a method leads to by calls that are followed: what they run and call back, and the lambdas that it
    /// makes, which any code that gets them may call.
    public void forEachFollowed(Method method, Consumer<Method> next) {
        for (CallSite call : graph.calls(method)) {
            targets(call).forEach(next);
            graph.callbacks(call).forEach(callback -> next.accept(callback.target()));
            if (method.owner().isTarget()) {
                forEachFunction(call, next);
            }
        }
        for (Type made : graph.facts(method).created()) {
            if (made.isLambda() || isFunction(made, method)) {
                made.methods().forEach(next);
            } else if (made.isClojureFunction() && isWithin(made, method.owner())) {
                made.codeOfClojure().forEach(next);
            }
        }
    }

    private static boolean isFunction(Type type, Method user) {
        return type.isKotlinFunction() && type != user.owner();
    }

    /// Hands on the functions that a call is given which Kotlin keeps in a static field of the function's class: it
    /// makes
    /// one object of a function that captures nothing.
    public static void forEachFunction(CallSite call, Consumer<Method> next) {
        for (AbstractValue value : call.arguments()) {
            if (AbstractValue.bare(value) instanceof AbstractValue.FieldRead read
                    && isFunction(read.field().owner(), call.caller())) {
                read.field().owner().methods().forEach(next);
            }
        }
    }

    // A function that is written inside another one.
    private static boolean isWithin(Type function, Type outer) {
        return function.name().startsWith(outer.name() + "$");
    }

    private boolean isTold(Method method, int parameter, Signature called, int depth) {
        List<CallSite> callers = graph.callers(method);
        return !callers.isEmpty()
                && callers.stream()
                        .allMatch(call -> graph.targets(call).contains(method)
                                && (isCalledBack(call, method, parameter, called)
                                        || depth > 0
                                                && AbstractValue.bare(call.argument(parameter))
                                                        instanceof AbstractValue.Parameter given
                                                && isTold(call.caller(), given.index(), called, depth - 1)));
    }

    private boolean isCalledBack(CallSite call, Method method, int parameter, Signature called) {
        return graph.callbacks(call).stream()
                .anyMatch(callback -> callback.callee() == method
                        && callback.use().parameter() == parameter
                        && callback.use().called() == called);
    }

    // Each of its objects is made where it is handed in: what another caller has is none of them.
    private boolean isOnlyHandedIn(Type type) {
        return handed.contains(type)
                && !kept.contains(type)
                && type.above().stream().noneMatch(exposed::contains);
    }

    private void look(Method method) {
        MethodFacts facts = graph.facts(method);
        facts.writes().forEach(write -> keep(write.value(), Limits.Traces.CAPTURES));
        facts.returns().forEach(value -> keep(value, Limits.Traces.CAPTURES));
        Map<Type, Set<AbstractValue>> here = new HashMap<>();
        for (CallSite call : facts.calls()) {
            for (int i = 0; i < call.parameters(); i++) {
                look(call, i, here);
            }
        }
        // An object that no call is given is in an array, or its own code hands it on.
        for (Type made : facts.created()) {
            if (here.getOrDefault(made, Set.of()).size() < Collections.frequency(facts.created(), made)) {
                kept.add(made);
            }
        }
        handed.addAll(here.keySet());
    }

    private void look(CallSite call, int argument, Map<Type, Set<AbstractValue>> here) {
        for (AbstractValue member : AbstractValue.members(AbstractValue.bare(call.argument(argument)))) {
            if (AbstractValue.bare(member) instanceof AbstractValue.New made
                    && isCalledBack(call, argument, made.type())) {
                here.computeIfAbsent(made.type(), _ -> Collections.newSetFromMap(new IdentityHashMap<>()))
                        .add(made);
                made.arguments().forEach(captured -> keep(captured, Limits.Traces.CAPTURES));
            } else {
                keep(member, Limits.Traces.CAPTURES);
            }
        }
    }

    private boolean isCalledBack(CallSite call, int argument, Type type) {
        return graph.callbacks(call).stream()
                .anyMatch(callback -> callback.use().parameter() == argument
                        && callback.target().owner() == type
                        && isDropped(callback.callee(), argument, Limits.Calls.SUMMARY_DEPTH));
    }

    // Nothing has a parameter any more once the method has returned.
    private boolean isDropped(Method method, int parameter, int depth) {
        MethodFacts facts = graph.facts(method);
        return facts.writes().stream().noneMatch(write -> isParameter(write.value(), parameter))
                && facts.returns().stream().noneMatch(value -> isParameter(value, parameter))
                && facts.calls().stream()
                        .allMatch(call -> IntStream.range(0, call.parameters())
                                .filter(i -> isParameter(call.argument(i), parameter))
                                .allMatch(i -> depth > 0
                                        && !graph.targets(call).isEmpty()
                                        && graph.targets(call).stream()
                                                .allMatch(target -> isDropped(target, i, depth - 1))));
    }

    // Or an object that captures it.
    private static boolean isParameter(AbstractValue value, int index) {
        return AbstractValue.members(AbstractValue.bare(value)).stream()
                .map(AbstractValue::bare)
                .anyMatch(member -> switch (member) {
                    case AbstractValue.Parameter parameter -> parameter.index() == index;
                    case AbstractValue.New made ->
                        made.arguments().stream()
                                .anyMatch(captured ->
                                        AbstractValue.bare(captured) instanceof AbstractValue.Parameter parameter
                                                && parameter.index() == index);
                    default -> false;
                });
    }

    private void keep(AbstractValue value, int captures) {
        for (AbstractValue member : AbstractValue.members(AbstractValue.bare(value))) {
            switch (AbstractValue.bare(member)) {
                case AbstractValue.New made -> {
                    kept.add(made.type());
                    if (captures > 0) {
                        made.arguments().forEach(captured -> keep(captured, captures - 1));
                    }
                }
                case AbstractValue.This self -> exposed.add(self.type());
                default -> {}
            }
        }
    }
}
