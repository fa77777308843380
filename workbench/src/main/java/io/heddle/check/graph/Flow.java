package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
import java.util.ArrayList;
import java.util.List;
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
        List<Edge> edges = new ArrayList<>();
        for (Method method : reached) {
            method.body.writes().forEach(write -> edges.add(new Edge(write.field().types, write.value())));
            method.body.returns().forEach(value -> edges.add(new Edge(method.returned, value)));
        }
        for (Method method : reached) {
            if (!method.owner.isJdk()) {
                method.body.calls().forEach(call -> called(call).filter(Flow::isKnownByCallers).forEach(target -> pass(call, target, edges)));
            }
        }
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

    private Stream<Method> called(Call call) {
        if (call.cut || call.sink != null) {
            return Stream.of();
        }
        Method direct = Reach.direct(call);
        if (direct != null) {
            return Stream.of(direct);
        }
        return call.how == How.VIRTUAL ? Reach.known(classifier.receiverType(call), call).targets.stream() : Stream.of();
    }

    private static boolean isKnownByCallers(Method method) {
        return !method.signature.parameters().isEmpty() && !method.owner.isJdk() && method.isForItsOwn();
    }

    private static void pass(Call call, Method target, List<Edge> edges) {
        List<String> parameters = target.signature.parameters();
        if (target.passed.isEmpty()) {
            target.passed = parameters.stream().map(_ -> new Types(MOST_PASSED)).toList();
        }
        for (int i = 0; i < parameters.size(); i++) {
            Types into = target.passed.get(i);
            // Of arrays and primitives nothing is followed.
            if (Signature.className(parameters.get(i)).isEmpty()) {
                into.widen();
            } else {
                edges.add(new Edge(into, call.argument(i)));
            }
        }
    }

    /// The classes that a value may be of.
    Types types(Value value) {
        Types types = new Types(MOST_PASSED);
        switch (value) {
            case Value.Null _ -> { }
            case Value.New made -> types.add(made.type);
            case Value.FieldRead read -> {
                types.add(read.field().types);
                if (read.field().openToStrangers()) {
                    types.widen();
                }
            }
            case Value.Result result -> add(types, result.call);
            case Value.Cast cast -> types.add(types(cast.inner()));
            case Value.Union union -> union.members().forEach(member -> types.add(types(member)));
            case Value.Parameter parameter -> addPassed(types, parameter);
            case Value.Captured captured -> addPassed(types, captured.parameter());
            case Value.Any _, Value.Flag _, Value.Typed _, Value.Text _, Value.This _ -> types.widen();
        }
        return types;
    }

    private static void addPassed(Types types, Value.Parameter parameter) {
        List<Types> passed = parameter.method().passed;
        if (passed.isEmpty()) {
            types.widen();
        } else {
            types.add(passed.get(parameter.index()));
        }
    }

    private void add(Types types, Call call) {
        if (call.sink != null || call.cut) {
            types.widen();
            return;
        }
        Method direct = Reach.direct(call);
        if (direct != null) {
            addReturned(types, direct);
        } else if (call.how == How.VIRTUAL) {
            Selector selector = Reach.known(classifier.receiverType(call), call);
            if (selector.targets.isEmpty() || selector.targets.size() > MOST_TARGETS) {
                types.widen();
            } else {
                selector.targets.forEach(target -> addReturned(types, target));
            }
        } else {
            types.widen();
        }
    }

    private static void addReturned(Types types, Method method) {
        if (method.isNative() || method.isAbstract() || method.body == Body.NONE || method.isGlue()) {
            types.widen();
        } else {
            types.add(method.returned);
        }
    }
}
