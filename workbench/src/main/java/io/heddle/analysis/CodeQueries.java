package io.heddle.analysis;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.callgraph.TypePropagation;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.reach.ReachableCode;
import io.heddle.analysis.reach.Visibility;
import io.heddle.analysis.values.ExecutorUses;
import io.heddle.analysis.values.Lookups;
import io.heddle.analysis.values.StreamStages;
import io.heddle.model.Check.UnknownSite;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What rules ask of the code in methods that findings are told of, whatever it blocks for. Safe for threads.
public final class CodeQueries {

    /// How the JDK names methods that return a new object.
    private static final Pattern FACTORY = Pattern.compile("allocate.*|getInstance|get[A-Z].*Instance|new[A-Z].*");

    private final ClassHierarchy hierarchy;
    private final CallGraph graph;
    private final TypePropagation types;
    private final Visibility visibility;
    private final List<Method> methods;
    private final ByName byName;

    CodeQueries(
            ClassHierarchy hierarchy,
            CallGraph graph,
            TypePropagation types,
            Visibility visibility,
            List<Method> methods,
            ByName byName) {
        this.hierarchy = hierarchy;
        this.graph = graph;
        this.types = types;
        this.visibility = visibility;
        this.methods = methods;
        this.byName = byName;
    }

    /// All calls by the bare name of the method that is called, which another thread finds.
    static final class ByName {

        private final ForkJoinTask<Map<String, List<CallSite>>> calls;

        ByName(List<Method> methods, ReachableCode code) {
            this.calls = ForkJoinTask.adapt(() -> find(methods, code)).fork();
        }

        private static Map<String, List<CallSite>> find(List<Method> methods, ReachableCode code) {
            Map<String, List<CallSite>> found = new LinkedHashMap<>();
            for (Method method : methods) {
                for (CallSite call : code.facts(method).calls()) {
                    found.computeIfAbsent(call.signature().name(), _ -> new ArrayList<>(1))
                            .add(call);
                }
            }
            return found;
        }
    }

    static List<UnknownSite> unknown(List<Method> methods, CallGraph graph) {
        return all(methods, graph)
                .filter(call -> graph.unknownTargets(call) > 0)
                .map(call -> new UnknownSite(
                        call.caller().qualifiedName() + ":" + call.line(), call.name(), graph.unknownTargets(call)))
                .toList();
    }

    private static Stream<CallSite> all(List<Method> methods, CallGraph graph) {
        // A stream for each of half a million methods takes longer than to look at their calls.
        return methods.stream().mapMulti((method, all) -> graph.calls(method).forEach(all));
    }

    /// All calls.
    public Stream<CallSite> calls() {
        return all(methods, graph);
    }

    /// Those of them that name one of these methods, each as [CallSite#name()].
    public Stream<CallSite> callsTo(Set<String> names) {
        Set<String> bare = names.stream()
                .map(name -> name.substring(name.lastIndexOf('.') + 1))
                .collect(Collectors.toSet());
        return callsNamed(bare::contains).filter(call -> names.contains(call.name()));
    }

    /// All calls by the bare name of the method that is called.
    public Stream<CallSite> callsNamed(Predicate<String> name) {
        return byName.calls.join().entrySet().stream()
                .filter(entry -> name.test(entry.getKey()))
                .flatMap(entry -> entry.getValue().stream());
    }

    /// All calls in one method.
    public Stream<CallSite> calls(Method method) {
        return graph.calls(method).stream();
    }

    /// The methods that a call runs, as far as they are known.
    public Stream<Method> targets(CallSite call) {
        return graph.targets(call).stream();
    }

    /// The methods that a method's calls run, as far as they are known.
    public Stream<Method> callees(Method method) {
        return graph.calls(method).stream().flatMap(call -> graph.targets(call).stream());
    }

    /// The methods that the lambdas run which an argument may be, where its classes are known.
    public List<Method> lambdaTargets(CallSite call, int argument) {
        return types.of(call.argument(argument)).exact().stream()
                .filter(Type::isLambda)
                .flatMap(type -> type.methods().stream())
                .flatMap(stub -> graph.calls(stub).stream())
                .flatMap(inside -> Stream.ofNullable(graph.code().direct(inside)))
                .toList();
    }

    /// Whether what a method returns is declared as of this class, or of one below it.
    ///
    /// @param type binary name
    public boolean returns(Method method, String type) {
        String result = Signature.className(method.signature().result());
        return !result.isEmpty() && hierarchy.type(result).isBelow(type);
    }

    /// The functions that the stages of a stream run, as far as the method that makes it parallel gives them.
    ///
    /// @param parallel the call that does
    public List<Method> functionsOfStream(CallSite parallel) {
        return StreamStages.of(parallel, graph.calls(parallel.caller())).stream()
                .flatMap(call -> IntStream.range(0, call.parameters())
                        .mapToObj(i -> lambdaTargets(call, i))
                        .flatMap(List::stream))
                .toList();
    }

    /// Whether an argument comes, along calls on what calls return, from a method of this name.
    ///
    /// @param argument counted from 0, without the receiver
    public boolean comesFrom(CallSite call, int argument, String name) {
        return Lookups.comesFrom(call.argument(argument), name);
    }

    /// Whether a receiver comes from a call to a method of one of these names, as [#comesFrom], or from a
    /// field that only such calls are written to.
    public boolean isFrom(CallSite call, Set<String> names) {
        return Lookups.isFrom(call.receiver(), names, graph);
    }

    /// The string constants that are passed to the call by which a receiver, or what it was taken from, was
    /// looked up: `"app.core", "load"` of `RT.var("app.core", "load")`, also where a field keeps it.
    public List<String> lookedUpBy(CallSite call) {
        return Lookups.names(call.receiver(), graph);
    }

    /// Follows executors to the calls that hand them tasks. For one thread.
    public ExecutorUses executorUses() {
        return new ExecutorUses(
                graph,
                hierarchy,
                graph.methods().stream()
                        .filter(method -> !method.owner().isJdk())
                        .toList(),
                visibility::knownByCallers);
    }

    /// Line of a loop in which nothing changes and nothing waits; 0 when unknown, empty when the method has
    /// none.
    public Optional<Integer> spin(Method method) {
        int line = graph.facts(method).spin();
        return line < 0 ? Optional.empty() : Optional.of(line);
    }

    /// The class of an object that a method makes and returns and whose construction costs, by binary name.
    public Optional<String> cost(Method method) {
        return ConstructionCost.of(method, graph);
    }

    /// The same of an object that code makes for a value.
    public Optional<String> cost(AbstractValue value) {
        return ConstructionCost.of(value, graph);
    }

    /// Whether a field keeps what a call returns, or the object that it constructs.
    public boolean keeps(Field field, CallSite call) {
        return graph.writes(field).stream()
                .flatMap(value -> AbstractValue.members(AbstractValue.bare(value)).stream())
                .map(AbstractValue::bare)
                .anyMatch(value -> value instanceof AbstractValue.Result result && result.call() == call
                        || value instanceof AbstractValue.New made
                                && call.signature().name().equals("<init>")
                                && made.type() == call.declared());
    }

    /// Classes of which a method makes objects, by binary name; `[` for an array of primitives.
    public List<String> allocatedTypes(Method method) {
        Stream<String> arrays = graph.facts(method).arrays() ? Stream.of("[") : Stream.empty();
        return Stream.concat(arrays, graph.facts(method).created().stream().map(Type::binaryName))
                .toList();
    }

    /// Classes of the objects that a method makes and returns, itself or by a factory of the JDK, by binary
    /// name, and of what their constructors are given: a reference to a buffer retains the buffer. A
    /// constructor makes its own class's.
    public Stream<String> retainedTypes(Method method) {
        return method.isConstructor()
                ? Stream.of(method.owner().binaryName())
                : graph.returns(method).stream().flatMap(this::retainedTypes);
    }

    private Stream<String> retainedTypes(AbstractValue value) {
        return switch (AbstractValue.bare(value)) {
            case AbstractValue.New made ->
                Stream.concat(
                                Stream.of(made.type()),
                                made.arguments().stream()
                                        .filter(AbstractValue.New.class::isInstance)
                                        .map(argument -> ((AbstractValue.New) argument).type()))
                        .map(Type::binaryName);
            case AbstractValue.Result result
            when result.call().declared().isJdk()
                    && FACTORY.matcher(result.call().signature().name()).matches() ->
                Stream.ofNullable(AbstractValue.declared(result, hierarchy)).map(Type::binaryName);
            case AbstractValue.Union union -> union.members().stream().flatMap(this::retainedTypes);
            default -> Stream.empty();
        };
    }
}
