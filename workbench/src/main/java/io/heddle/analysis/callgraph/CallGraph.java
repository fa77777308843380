package io.heddle.analysis.callgraph;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.SideTable;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.reach.ReachableCode;
import io.heddle.analysis.values.CallFacts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Who calls whom: the one place that says what a call runs, what it calls back, and what it blocks for.
/// Immutable; safe for threads.
public final class CallGraph implements CallFacts {

    private final Builder tables;

    private CallGraph(Builder tables) {
        this.tables = tables;
    }

    /// A call graph that one phase is making; nobody else sees it.
    static final class Builder implements CallFacts {

        private final ReachableCode code;
        private SideTable<CallSite, List<Method>> targets;
        private SideTable<CallSite, Integer> unknown;
        private final SideTable<CallSite, BlockingKind> kinds;
        private final BitSet skipped;
        private final SideTable<Method, List<CallSite>> callers;
        private final SideTable<CallSite, List<Callback>> callbacks;
        private final SideTable<CallSite, List<Callback>> stored;
        private final SideTable<CallSite, Method> holders;
        /// The lists of callers that are not another graph's as well.
        private final BitSet ownCallers = new BitSet();

        /// Nothing is resolved; what a call blocks for is what the models tell.
        ///
        /// @param calls how many calls have a number
        Builder(ReachableCode code, int calls, int methods) {
            this.code = code;
            this.targets = new SideTable<>(calls);
            this.unknown = new SideTable<>(calls);
            this.kinds = code.kinds(calls);
            this.skipped = code.skipped();
            this.callers = new SideTable<>(methods);
            this.callbacks = new SideTable<>();
            this.stored = new SideTable<>();
            this.holders = new SideTable<>();
        }

        /// Begins with all that a graph has.
        Builder(CallGraph graph) {
            this.code = graph.tables.code;
            this.targets = graph.tables.targets;
            this.unknown = graph.tables.unknown;
            this.kinds = graph.tables.kinds.copy();
            this.skipped = (BitSet) graph.tables.skipped.clone();
            this.callers = graph.tables.callers.copy();
            this.callbacks = graph.tables.callbacks.copy();
            this.stored = graph.tables.stored.copy();
            this.holders = graph.tables.holders.copy();
        }

        // The same graph but for what calls block for.
        private Builder(Builder other, SideTable<CallSite, BlockingKind> kinds) {
            this.code = other.code;
            this.targets = other.targets;
            this.unknown = other.unknown;
            this.kinds = kinds;
            this.skipped = other.skipped;
            this.callers = other.callers;
            this.callbacks = other.callbacks;
            this.stored = other.stored;
            this.holders = other.holders;
        }

        CallGraph build() {
            return new CallGraph(this);
        }

        void runs(CallSite call, List<Method> methods) {
            targets.put(call, methods);
        }

        void runsOneOf(CallSite call, int methods) {
            unknown.put(call, methods);
        }

        void blocksFor(CallSite call, @Nullable BlockingKind kind) {
            kinds.put(call, kind);
        }

        void skip(CallSite call) {
            skipped.set(call.id());
        }

        void follow(CallSite call) {
            skipped.clear(call.id());
        }

        void callsBack(CallSite call, Collection<Callback> all) {
            callbacks.put(call, List.copyOf(all));
        }

        void stores(CallSite call, Collection<Callback> all) {
            stored.put(call, List.copyOf(all));
        }

        /// What tells of a call what it does with the functions that it is given: what it may run, or the default
        /// method of an interface of the JDK where that is too much, or what is known of a cache.
        List<Method> models(CallSite call) {
            Method runner = LoadingCaches.runner(call);
            if (runner != null) {
                return runner.alone();
            }
            List<Method> known = targets(call);
            if (!known.isEmpty()
                    || unknownTargets(call) == 0
                    || !call.declared().isJdk()) {
                return known;
            }
            Method declared = call.declared().isInterface() ? call.declared().resolve(call.signature()) : null;
            return declared == null || declared.isAbstract() || !isReached(declared) ? known : declared.alone();
        }

        void heldBy(CallSite call, Method holder) {
            holders.put(call, holder);
        }

        void calledBy(Method method, CallSite call) {
            List<CallSite> known = callers.get(method, List.of());
            if (!ownCallers.get(method.id())) {
                ownCallers.set(method.id());
                List<CallSite> own = new ArrayList<>(known.size() + 2);
                own.addAll(known);
                known = own;
                callers.put(method, known);
            }
            known.add(call);
        }

        boolean isSkipped(CallSite call) {
            return skipped.get(call.id());
        }

        @Override
        public @Nullable BlockingKind kind(CallSite call) {
            return kinds.get(call);
        }

        @Override
        public int unknownTargets(CallSite call) {
            return unknown.get(call, 0);
        }

        @Override
        public MethodFacts facts(Method method) {
            return code.facts(method);
        }

        @Override
        public boolean isReached(Method method) {
            return code.isReached(method);
        }

        @Override
        public List<Type> instantiatedBelow(Type type) {
            return code.instantiatedBelow(type);
        }

        @Override
        public List<AbstractValue> writes(Field field) {
            return code.writes(field);
        }

        @Override
        public List<AbstractValue> returns(Method method) {
            return code.facts(method).returns();
        }

        @Override
        public List<Method> targets(CallSite call) {
            return targets.get(call, List.of());
        }

        @Override
        public List<CallSite> callers(Method method) {
            return callers.get(method, List.of());
        }
    }

    /// The code that it is of.
    public ReachableCode code() {
        return tables.code;
    }

    /// All methods that may run, in the order in which they were found.
    public List<Method> methods() {
        return tables.code.methods();
    }

    /// The calls in a method, in the order of the code.
    public List<CallSite> calls(Method method) {
        return facts(method).calls();
    }

    /// What a call may run; empty where that is not known, and where the call is not followed.
    @Override
    public List<Method> targets(CallSite call) {
        return tables.targets(call);
    }

    /// What the callee may call back: methods of the objects that it is given.
    public List<Callback> callbacks(CallSite call) {
        return tables.callbacks.get(call, List.of());
    }

    /// What the callee keeps to call it later while a monitor is held: methods of the objects that it is given.
    public List<Callback> stored(CallSite call) {
        return tables.stored.get(call, List.of());
    }

    /// The method that holds a monitor while a call reads or writes a stream, where the call is not in code that holds
    /// one itself: code of the JDK, or what the stream is handed to; null where none does.
    public @Nullable Method holder(CallSite call) {
        return tables.holders.get(call);
    }

    /// Calls that may run a method or have it called back, on exceptional paths too.
    @Override
    public List<CallSite> callers(Method method) {
        return tables.callers(method);
    }

    /// Whether a call gets to a method only once something has failed: the call itself handles an exception or
    /// leads to one, or what it runs calls the method back only where it does so.
    public boolean runsAfterFailure(CallSite call, Method target) {
        if (!call.isNonExceptional()) {
            return true;
        }
        List<Callback> callbacks = callbacks(call);
        return !callbacks.isEmpty()
                && !targets(call).contains(target)
                && callbacks.stream()
                        .filter(callback -> callback.target() == target)
                        .allMatch(callback -> callback.use().afterFailure());
    }

    @Override
    public @Nullable BlockingKind kind(CallSite call) {
        return tables.kind(call);
    }

    /// Whether what a call runs is not followed, because a model says so or it stays in memory.
    public boolean isSkipped(CallSite call) {
        return tables.isSkipped(call);
    }

    @Override
    public int unknownTargets(CallSite call) {
        return tables.unknownTargets(call);
    }

    @Override
    public MethodFacts facts(Method method) {
        return tables.facts(method);
    }

    @Override
    public boolean isReached(Method method) {
        return tables.isReached(method);
    }

    @Override
    public List<Type> instantiatedBelow(Type type) {
        return tables.instantiatedBelow(type);
    }

    @Override
    public List<AbstractValue> writes(Field field) {
        return tables.writes(field);
    }

    @Override
    public List<AbstractValue> returns(Method method) {
        return tables.returns(method);
    }

    /// The same graph, in which some calls that were not followed are.
    public CallGraph running(Map<CallSite, List<Method>> more) {
        Builder builder = new Builder(this);
        builder.targets = tables.targets.copy();
        builder.unknown = tables.unknown.copy();
        more.forEach((call, methods) -> {
            builder.runs(call, methods);
            builder.runsOneOf(call, 0);
            methods.forEach(method -> builder.calledBy(method, call));
        });
        return builder.build();
    }

    /// The same graph, in which some calls block for something else.
    public CallGraph with(Collection<CallSite> calls, BlockingKind kind) {
        SideTable<CallSite, BlockingKind> kinds = tables.kinds.copy();
        calls.forEach(call -> kinds.put(call, kind));
        return new CallGraph(new Builder(tables, kinds));
    }
}
