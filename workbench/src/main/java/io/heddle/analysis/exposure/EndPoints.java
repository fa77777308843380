package io.heddle.analysis.exposure;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.MethodSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/// The end points of a service: handlers of its own by the name that clients know, and what each of them runs. Handlers
/// of one name, such as a bridge and its method, are one end point. A search goes from the service's code into
/// libraries,
/// and not back: what a library calls of the service's code, it mostly calls for other handlers as well, but for what a
/// handler hands it. For one thread.
final class EndPoints {

    private static final Set<String> BESIDE = Names.of("end-points", "beside");

    private final Map<String, List<Method>> handlers = new LinkedHashMap<>();
    private final Map<String, MethodSet> reached = new LinkedHashMap<>();
    private final Set<Method> others = new LinkedHashSet<>();

    /// @param called the service's methods and lambdas that servers call with requests
    /// @param next what a method runs with requests
    EndPoints(CallGraph graph, Collection<Method> called, Function<Method, Collection<Method>> next) {
        EndPointNames names = new EndPointNames(graph, called);
        for (Method handler : new LinkedHashSet<>(called)) {
            if (handler.isAbstract()) {
                continue;
            }
            if (isBeside(handler) || names.isBeside(handler)) {
                others.add(handler);
            } else {
                String name =
                        names.of(handler).orElseGet(() -> code(graph, handler).qualifiedName());
                handlers.computeIfAbsent(name, _ -> new ArrayList<>(1)).add(handler);
            }
        }
        if (handlers.size() <= Limits.Exposure.END_POINTS) {
            handlers.forEach((name, methods) -> reached.put(name, search(methods, next)));
        }
    }

    // What a lambda or a method reference runs tells more than its own name.
    private static Method code(CallGraph graph, Method handler) {
        return handler.isLambdaStub()
                ? graph.calls(handler).stream()
                        .flatMap(call -> graph.targets(call).stream())
                        .findFirst()
                        .orElse(handler)
                : handler;
    }

    private static boolean isBeside(Method handler) {
        return Stream.concat(Stream.of(handler.owner()), handler.owner().above().stream())
                .filter(type -> !type.isJdk())
                .anyMatch(type -> BESIDE.stream().anyMatch(type.name()::endsWith));
    }

    private static MethodSet search(List<Method> from, Function<Method, Collection<Method>> next) {
        MethodSet reached = new MethodSet(from);
        Deque<Method> open = new ArrayDeque<>(from);
        while (!open.isEmpty()) {
            Method method = open.poll();
            boolean own = method.owner().isTarget();
            for (Method each : next.apply(method)) {
                if (!each.owner().isJdk() && (own || !each.owner().isTarget()) && reached.add(each)) {
                    open.add(each);
                }
            }
        }
        return reached;
    }

    /// How many there are; 0 where they are not known.
    int size() {
        return reached.size();
    }

    /// What gets requests of every end point, and is none.
    Set<Method> others() {
        return others;
    }

    /// The names of those that run a method, in no order.
    List<String> of(Method method) {
        return reached.entrySet().stream()
                .filter(entry -> entry.getValue().contains(method))
                .map(Map.Entry::getKey)
                .toList();
    }
}
