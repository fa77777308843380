package io.heddle.analysis.callgraph;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.values.CallFacts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Follows a value backwards to the objects that it keeps: through fields, results of calls and parameters. What keeps
/// what it is given, and what is looked for, a subclass says. For one value and one thread.
abstract class ValueWalk {

    private final CallFacts graph;
    private int steps = Limits.Traces.KEPT_VALUES;

    ValueWalk(CallFacts graph) {
        this.graph = graph;
    }

    /// The call whose target's values are looked at; what the target is given is the caller's.
    record Handed(CallSite call, Method target, @Nullable Handed outer) {}

    /// Whether what a call returns keeps what it is given.
    abstract boolean keeps(CallSite call);

    /// An object of this class is kept, which is not the JDK's.
    abstract void add(Type type, int depth);

    /// The value is an object of this class, which is not the JDK's.
    void addOther(Type type) {}

    /// The value comes from where nothing is known of it: a container gives it.
    void addUnknown() {}

    /// @param depth how many steps further it is followed at most
    /// @param kept whether it is kept, and is not what was asked about itself
    final void look(AbstractValue value, @Nullable Handed at, int depth, boolean kept) {
        if (depth == 0 || steps-- <= 0) {
            return;
        }
        switch (AbstractValue.bare(value)) {
            case AbstractValue.New made -> {
                if (made.type().isJdk()) {
                    made.arguments().forEach(argument -> look(argument, at, depth - 1, true));
                } else if (kept) {
                    add(made.type(), depth);
                } else {
                    addOther(made.type());
                }
            }
            case AbstractValue.Result result -> result(result.call(), at, depth - 1, kept);
            case AbstractValue.FieldRead read -> {
                List<AbstractValue> writes = graph.writes(read.field());
                if (writes.isEmpty()) {
                    addUnknown();
                }
                // A field of the JDK's own has what all objects of its class have.
                if (!read.field().owner().isJdk() && writes.size() <= Limits.Calls.CLASSES_OF_FIELD) {
                    writes.forEach(one -> look(one, null, depth - 1, kept));
                }
            }
            case AbstractValue.This self -> {
                if (at != null) {
                    look(at.call.receiver(), at.outer, depth - 1, kept);
                } else if (kept && !self.type().isJdk()) {
                    add(self.type(), depth);
                }
            }
            case AbstractValue.Parameter parameter -> {
                if (at != null && at.target == parameter.method()) {
                    look(at.call.argument(parameter.index()), at.outer, depth - 1, kept);
                } else if (at == null && !parameter.method().owner().isJdk()) {
                    handed(parameter, depth - 1, kept);
                }
            }
            case AbstractValue.Union union -> union.members().forEach(one -> look(one, at, depth - 1, kept));
            case AbstractValue.Any _,
                    AbstractValue.Null _,
                    AbstractValue.Typed _,
                    AbstractValue.Flag _,
                    AbstractValue.Text _,
                    AbstractValue.Captured _,
                    AbstractValue.Cast _ -> {}
        }
    }

    // What the few callers that are known hand in.
    private void handed(AbstractValue.Parameter parameter, int depth, boolean kept) {
        List<CallSite> callers = graph.callers(parameter.method());
        if (callers.isEmpty()) {
            addUnknown();
        }
        if (callers.size() <= Limits.Calls.TARGETS_FOR_RESULT) {
            callers.stream()
                    .filter(call -> graph.targets(call).contains(parameter.method()))
                    .forEach(call -> look(call.argument(parameter.index()), null, depth, kept));
        }
    }

    /// The same of what a call returns.
    final void result(CallSite call, @Nullable Handed at, int depth, boolean kept) {
        if (keeps(call)) {
            call.arguments().forEach(argument -> look(argument, at, depth, true));
            return;
        }
        List<Method> targets = graph.targets(call);
        for (Method target : targets.size() > Limits.Calls.TARGETS_FOR_RESULT ? List.<Method>of() : targets) {
            Handed inside = new Handed(call, target, at);
            if (target.isLambdaStub()) {
                graph.facts(target).calls().forEach(inner -> result(inner, inside, depth, kept));
            }
            graph.returns(target).forEach(value -> look(value, inside, depth, kept));
        }
    }
}
