package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Which very classes the values of fields, the results of methods and the parameters of methods that strangers cannot
/// call may have, from all that reached code writes, returns and passes.
final class Flow {

    /// Results of calls with more targets than this are of any class.
    private static final int MOST_TARGETS = 6;
    private static final int MOST_ROUNDS = 20;
    /// Classes that a parameter may be of, at most: a class's own helper takes many lambdas.
    private static final int MOST_PASSED = 24;

    private final Classifier classifier;
    /// Until they are followed.
    private List<Edge> edges;

    /// Finds by all threads what flows where.
    Flow(Classifier classifier, List<Method> reached) {
        this.classifier = classifier;
        // In the order of the methods, by whatever thread: the first classes that a field is known to hold
        // stay the first.
        Stream<Edge> kept = reached.parallelStream().mapMulti(Flow::kept);
        Stream<Edge> passed =
                reached.parallelStream().filter(method -> !method.owner.isJdk()).mapMulti(this::passed);
        this.edges = Stream.concat(kept, passed).toList();
    }

    /// A field, a result or a parameter, and a value that it may have.
    private record Edge(Types into, Value value) {

        /// Adds an edge where there is anything to follow.
        static void add(Types into, Value value, Consumer<Edge> edges) {
            switch (Value.bare(value)) {
                case Value.Any _, Value.Flag _, Value.Typed _, Value.Text _ -> into.widen();
                case Value.Null _ -> {}
                case Value.This _,
                        Value.New _,
                        Value.FieldRead _,
                        Value.Result _,
                        Value.Cast _,
                        Value.Union _,
                        Value.Parameter _,
                        Value.Captured _ -> edges.accept(new Edge(into, value));
            }
        }

        /// @return whether that told anything new
        boolean flow(Flow flow) {
            return into.add(flow.types(value));
        }

        /// Whether there may be more to tell later.
        boolean isOpenEnded() {
            return !into.foreign() && depends(value);
        }

        private static boolean depends(Value value) {
            return switch (value) {
                case Value.FieldRead _, Value.Result _, Value.Parameter _, Value.Captured _ -> true;
                case Value.Cast cast -> depends(cast.inner());
                case Value.Union union -> union.members().stream().anyMatch(Edge::depends);
                default -> false;
            };
        }
    }

    // What is written to fields and returned.
    private static void kept(Method method, Consumer<Edge> edges) {
        for (Body.Write write : method.body.writes()) {
            Edge.add(write.field().types, write.value(), edges);
        }
        for (Value value : method.body.returns()) {
            Edge.add(method.returned, value, edges);
        }
    }

    private void passed(Method method, Consumer<Edge> edges) {
        for (Call call : method.body.calls()) {
            called(call).forEach(target -> pass(call, target, edges));
        }
    }

    /// Widens until nothing changes, in rounds, each in the order of the edges. An edge is looked at again only
    /// where one of its sources has changed.
    void run() {
        List<Edge> open = new ArrayList<>();
        for (Edge edge : edges) {
            edge.flow(this);
            // Most tell all that they can at once.
            if (edge.isOpenEnded()) {
                open.add(edge);
            }
        }
        edges = List.of();
        Map<Types, List<Integer>> readers = readers(open);
        BitSet due = new BitSet();
        due.set(0, open.size());
        boolean changed = true;
        for (int round = 1; changed && round < MOST_ROUNDS; round++) {
            changed = false;
            for (int at = due.nextSetBit(0); at >= 0; at = due.nextSetBit(at + 1)) {
                due.clear(at);
                Edge edge = open.get(at);
                if (edge.flow(this)) {
                    changed = true;
                    readers.getOrDefault(edge.into, List.of()).forEach(due::set);
                }
            }
        }
        if (changed) {
            open.forEach(edge -> edge.into.widen());
        }
    }

    // By each field, result or parameter the edges that lead from it, as their places in the list.
    private Map<Types, List<Integer>> readers(List<Edge> open) {
        Map<Types, List<Integer>> readers = new HashMap<>();
        for (int i = 0; i < open.size(); i++) {
            Integer at = i;
            sources(
                    open.get(i).value,
                    source -> readers.computeIfAbsent(source, _ -> new ArrayList<>(2))
                            .add(at));
        }
        return readers;
    }

    // All that may change of what [#types] looks at.
    private void sources(Value value, Consumer<Types> sources) {
        switch (value) {
            case Value.FieldRead read -> sources.accept(read.field().types);
            case Value.Result result when result.call.direct != null -> sources.accept(result.call.direct.returned);
            case Value.Result result
            when result.call.how == How.VIRTUAL && result.call.sink == null && !result.call.cut ->
                few(result.call).forEach(target -> sources.accept(target.returned));
            case Value.Cast cast -> sources(cast.inner(), sources);
            case Value.Union union -> union.members().forEach(member -> sources(member, sources));
            case Value.Parameter parameter
            when !parameter.method().passed.isEmpty() ->
                sources.accept(parameter.method().passed.get(parameter.index()));
            case Value.Captured captured -> sources(captured.parameter(), sources);
            default -> {}
        }
    }

    // What a virtual call runs; none where that are too many.
    private Set<Method> few(Call call) {
        Set<Method> targets = classifier.selector(call).targets;
        return targets.size() > MOST_TARGETS ? Set.of() : targets;
    }

    // Of what it runs, the methods that only known code calls.
    private List<Method> called(Call call) {
        if (call.cut || call.sink != null || call.signature.parameters().isEmpty()) {
            return List.of();
        }
        if (call.direct != null) {
            return call.direct.isKnownByCallers() ? call.direct.alone() : List.of();
        }
        return call.how == How.VIRTUAL ? classifier.selector(call).knownByCallers() : List.of();
    }

    private static void pass(Call call, Method target, Consumer<Edge> edges) {
        List<String> parameters = target.signature.parameters();
        List<Types> passed = target.passed(MOST_PASSED);
        for (int i = 0; i < parameters.size(); i++) {
            // Of arrays and primitives nothing is followed.
            Edge.add(passed.get(i), parameters.get(i).startsWith("L") ? call.argument(i) : Value.ANY, edges);
        }
    }

    /// The classes that a value may be of: where it has one source, what is known of that, so that nothing is
    /// copied.
    Types types(Value value) {
        return switch (value) {
            // The most frequent first: the JVM asks one after the other.
            case Value.Result result -> types(result.call);
            case Value.Parameter parameter -> passed(parameter);
            case Value.New made -> Types.of(made.type);
            case Value.FieldRead read ->
                read.field().openToStrangers()
                        ? read.field().types.orAny()
                        : read.field().types.ifKnown();
            case Value.Cast cast -> types(cast.inner()).ifKnown();
            case Value.Union union -> {
                Types all = new Types(MOST_PASSED);
                union.members().forEach(member -> all.add(types(member)));
                yield all;
            }
            case Value.Captured captured -> passed(captured.parameter());
            case Value.This self -> below(self.type());
            case Value.Any _, Value.Flag _, Value.Typed _, Value.Text _ -> Types.ANY;
            case Value.Null _ -> Types.NONE;
        };
    }

    // A library's own object is of its class, or of one that is known below it.
    private static Types below(Type type) {
        if (type.isJdk() || type.isAbstract() && type.instantiatedBelow.isEmpty()) {
            return Types.ANY;
        }
        Types types = new Types(MOST_PASSED);
        type.instantiatedBelow.forEach(types::add);
        return type.instantiatedBelow.isEmpty() ? Types.of(type) : types;
    }

    private static Types passed(Value.Parameter parameter) {
        Method method = parameter.method();
        return !method.passed.isEmpty()
                ? method.passed.get(parameter.index()).ifKnown()
                : !method.owner.isJdk() && !method.annotated && method.isHandedNothing() ? Types.NONE : Types.ANY;
    }

    private Types types(Call call) {
        if (call.sink != null || call.cut) {
            return Types.ANY;
        }
        if (call.direct != null) {
            return returned(call.direct);
        }
        if (call.how != How.VIRTUAL) {
            return Types.ANY;
        }
        Set<Method> targets = few(call);
        if (targets.isEmpty()) {
            return Types.ANY;
        }
        Types all = new Types(MOST_PASSED);
        targets.forEach(target -> all.add(returned(target)));
        return all;
    }

    private static Types returned(Method method) {
        return method.isNative() || method.isAbstract() || method.body == Body.NONE || method.isGlue()
                ? Types.ANY
                : method.returned.ifKnown();
    }
}
