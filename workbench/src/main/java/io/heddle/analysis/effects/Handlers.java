package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.callgraph.Callback;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.ClojureData;
import io.heddle.analysis.intra.CodeReader;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The entry points that no annotation marks: objects that the target gives to its server, and what its own loops run
/// for each connection or message.
///
/// @param called methods of the target's own objects that a server calls with each request that comes in for them: of
///     classes, which need not be public, and of lambdas
/// @param given the target's lambdas and method references that get a request, whoever calls them
/// @param served what the target runs for each connection or message that it waits for in a loop of its own, on
///     whichever thread
/// @param off classes of objects that code hands to a server only where a setting from outside says so
public record Handlers(List<Method> called, List<Method> given, List<Method> served, Set<Type> off) {

    private static final Set<String> HANDLERS = Names.of("entry-points", "handlers");
    private static final Set<String> RECEIVES = Names.of("entry-points", "receives");
    private static final Set<Integer> HANDLERS_OF_RING = Set.of(1, 3);
    private static final String TASK = "java.lang.Runnable";
    private static final String RUN = "run()V";

    /// @param asked the methods that findings are told of
    /// @param reader reads the code again that asks for settings from outside
    static Handlers of(ClassHierarchy hierarchy, CodeReader reader, CallGraph graph, List<Method> asked) {
        Set<Type> off =
                OffByDefault.in(asked.stream().filter(method -> method.owner().isTarget()), hierarchy, reader, graph);
        Map<Boolean, List<Method>> lambdas = graph.methods().stream()
                .filter(method -> method.owner().isTarget())
                .collect(Collectors.partitioningBy(Method::isLambdaStub));
        List<Method> given = lambdas.getOrDefault(true, List.of()).stream()
                .filter(stub -> !off.contains(stub.owner()) && takesRequest(graph, stub))
                .toList();
        Stream<Method> classes = asked.stream()
                .filter(method -> (method.is(AccessFlag.PUBLIC) || method.is(AccessFlag.PROTECTED))
                        && !method.isConstructor()
                        && method.owner().isTarget()
                        && !off.contains(method.owner())
                        && isHandler(method.owner())
                        && EntryPoints.takeRequest(method.signature().parameters()));
        return new Handlers(
                Stream.concat(classes, given.stream().filter(lambda -> isHandler(lambda.owner())))
                        .toList(),
                Stream.concat(given.stream(), inData(hierarchy, graph)).toList(),
                lambdas.getOrDefault(false, List.of()).stream()
                        .flatMap(method -> afterReceiving(graph, method))
                        .toList(),
                off);
    }

    // A function that the application puts into a map or a vector, as a router takes it: a handler of Ring has one
    // parameter, or three.
    private static Stream<Method> inData(ClassHierarchy hierarchy, CallGraph graph) {
        return graph.writes(ClojureData.content(hierarchy)).stream()
                .flatMap(value -> value instanceof AbstractValue.FieldRead read
                        ? graph.writes(read.field()).stream()
                        : Stream.of(value))
                .map(AbstractValue::bare)
                .filter(AbstractValue.New.class::isInstance)
                .map(made -> ((AbstractValue.New) made).type())
                .filter(Type::isTarget)
                .distinct()
                .flatMap(type -> type.codeOfClojure().stream())
                .filter(method -> graph.isReached(method)
                        && HANDLERS_OF_RING.contains(
                                method.signature().parameters().size()));
    }

    /// Whether a server or a broker's client calls its methods with requests.
    static boolean isHandler(Type type) {
        return EntryPoints.isRequestType(type) || type.isBelowAny(HANDLERS);
    }

    // Where the interface is generic, the code of the lambda says what it takes, after what it captured.
    private static boolean takesRequest(CallGraph graph, Method stub) {
        int taken = stub.signature().parameters().size();
        return EntryPoints.takeRequest(stub.signature().parameters())
                || graph.calls(stub).stream()
                        .map(call -> call.signature().parameters())
                        .anyMatch(all ->
                                EntryPoints.takeRequest(all.subList(Math.max(0, all.size() - taken), all.size())));
    }

    // In the order of the code the body of a loop comes after the call that it waits in.
    private static Stream<Method> afterReceiving(CallGraph graph, Method method) {
        List<CallSite> calls = graph.calls(method);
        return calls.stream()
                .filter(Handlers::receives)
                .findFirst()
                .map(first -> calls.stream()
                        .filter(call -> call.offset() > first.offset())
                        .flatMap(call -> runs(graph, call)))
                .orElse(Stream.empty());
    }

    private static boolean receives(CallSite call) {
        return call.isInLoop() && !call.isInCountedLoop() && RECEIVES.contains(call.name());
    }

    // Itself, by calling back, or on the thread that it hands a task to.
    private static Stream<Method> runs(CallGraph graph, CallSite call) {
        return Stream.of(
                        graph.targets(call).stream(),
                        graph.callbacks(call).stream().map(Callback::target),
                        call.arguments().stream().flatMap(Handlers::tasks))
                .flatMap(methods -> methods);
    }

    private static Stream<Method> tasks(AbstractValue value) {
        return AbstractValue.members(AbstractValue.bare(value)).stream()
                .map(AbstractValue::bare)
                .filter(AbstractValue.New.class::isInstance)
                .map(made -> ((AbstractValue.New) made).type())
                .flatMap(type -> type.methods().stream()
                        .filter(method ->
                                type.isLambda() || method.signature().toString().equals(RUN) && type.isBelow(TASK)));
    }
}
