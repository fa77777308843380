package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
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

    /// Widens until nothing changes.
    void run() {
        boolean changed = true;
        for (int round = 0; changed && round < MOST_ROUNDS; round++) {
            changed = false;
            for (Method method : reached) {
                for (Body.Write write : method.body.writes()) {
                    changed |= write.field().types.add(types(write.value()));
                }
                for (Value value : method.body.returns()) {
                    changed |= method.returned.add(types(value));
                }
            }
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
