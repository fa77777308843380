package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which very classes the values of fields, the results of methods and the parameters of methods that strangers cannot call may have, from all that reached code writes, returns and passes.
final class Flow {

    /// Results of calls with more targets than this are of any class.
    private static final int MOST_TARGETS = 6;
    private static final int MOST_ROUNDS = 20;
    /// Classes that a parameter may be of, at most: a class's own helper takes many lambdas.
    private static final int MOST_PASSED = 24;

    private final Classifier classifier;
    private final List<Method> reached;

    Flow(Classifier classifier, List<Method> reached) {
        this.classifier = classifier;
        this.reached = reached;
    }

    /// A field, a result or a parameter, and a value that it may have.
    private record Edge(Types into, Value value) {

        /// Adds an edge where there is anything to follow.
        static void add(Types into, Value value, Consumer<Edge> edges) {
            switch (Value.bare(value)) {
                case Value.Any _, Value.Flag _, Value.Typed _, Value.Text _, Value.This _ -> into.widen();
                case Value.Null _ -> { }
                case Value.New _, Value.FieldRead _, Value.Result _, Value.Cast _, Value.Union _, Value.Parameter _, Value.Captured _ -> edges.accept(new Edge(into, value));
            }
        }

        /// @return whether that told anything new
        boolean flow(Flow flow) {
            return into.add(flow.types(value));
        }

        /// Whether there may be more to tell later.
        boolean isOpenEnded() {
            return !into.open() && depends(value);
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

    /// Widens until nothing changes.
    void run() {
        // In the order of the methods, by whatever thread: the first classes that a field is known to hold stay the first.
        Stream<Edge> kept = reached.parallelStream().mapMulti(Flow::kept);
        Stream<Edge> passed = reached.parallelStream().filter(method -> !method.owner.isJdk()).mapMulti(this::passed);
        widen(Stream.concat(kept, passed).collect(Collectors.toCollection(ArrayList::new)));
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

    private void widen(List<Edge> edges) {
        boolean changed = true;
        for (int round = 0; changed && round < MOST_ROUNDS; round++) {
            changed = false;
            for (Edge edge : edges) {
                changed |= edge.flow(this);
            }
            // Most tell all that they can at once.
            edges.removeIf(edge -> !edge.isOpenEnded());
        }
        if (changed) {
            edges.forEach(edge -> edge.into.widen());
        }
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

    /// The classes that a value may be of: where it has one source, what is known of that, so that nothing is copied.
    Types types(Value value) {
        return switch (value) {
            case Value.Null _ -> Types.NONE;
            case Value.New made -> Types.of(made.type);
            case Value.FieldRead read -> read.field().openToStrangers() ? read.field().types.orAny() : read.field().types.ifKnown();
            case Value.Result result -> types(result.call);
            case Value.Cast cast -> types(cast.inner()).ifKnown();
            case Value.Union union -> {
                Types all = new Types(MOST_PASSED);
                union.members().forEach(member -> all.add(types(member)));
                yield all;
            }
            case Value.Parameter parameter -> passed(parameter);
            case Value.Captured captured -> passed(captured.parameter());
            case Value.Any _, Value.Flag _, Value.Typed _, Value.Text _, Value.This _ -> Types.ANY;
        };
    }

    private static Types passed(Value.Parameter parameter) {
        List<Types> passed = parameter.method().passed;
        return passed.isEmpty() ? Types.ANY : passed.get(parameter.index()).ifKnown();
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
        Set<Method> targets = classifier.selector(call).targets;
        if (targets.isEmpty() || targets.size() > MOST_TARGETS) {
            return Types.ANY;
        }
        Types all = new Types(MOST_PASSED);
        targets.forEach(target -> all.add(returned(target)));
        return all;
    }

    private static Types returned(Method method) {
        return method.isNative() || method.isAbstract() || method.body == Body.NONE || method.isGlue() ? Types.ANY : method.returned.ifKnown();
    }
}
