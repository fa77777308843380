package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
import java.util.ArrayList;
import java.util.List;

/// Which very classes the values of fields and the results of methods may have, from all that reached code writes and returns.
final class Flow {

    /// Results of calls with more targets than this are of any class.
    private static final int MOST_TARGETS = 6;
    private static final int MOST_ROUNDS = 20;

    private final Classifier classifier;
    private final List<Method> reached;

    Flow(Classifier classifier, List<Method> reached) {
        this.classifier = classifier;
        this.reached = reached;
    }

    /// A field or a result, and a value that it may have.
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
                case Value.FieldRead _, Value.Result _ -> true;
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
        boolean changed = true;
        for (int round = 0; changed && round < MOST_ROUNDS; round++) {
            changed = false;
            for (Edge edge : edges) {
                changed |= edge.flow(this);
            }
            // Most tell all that they can at once.
            edges.removeIf(edge -> !edge.isOpenEnded());
        }
    }

    /// The classes that a value may be of.
    Types types(Value value) {
        Types types = new Types();
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
            case Value.Any _, Value.Flag _, Value.Typed _, Value.Text _, Value.This _, Value.Parameter _ -> types.widen();
        }
        return types;
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
