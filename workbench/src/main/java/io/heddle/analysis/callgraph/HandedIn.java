package io.heddle.analysis.callgraph;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Tells of calls on what a method is handed whether all callers of the method are known to hand it what they make:
/// `task.run()` in `retry(task)`. What runs there is then told at each caller, as its [Callback], and no caller runs
/// what
/// another one hands in. For one thread.
public final class HandedIn {

    private final CallGraph graph;
    private final Map<CallSite, Boolean> known = new HashMap<>();

    /// @param graph of a program whose callers are all here
    public HandedIn(CallGraph graph) {
        this.graph = graph;
    }

    /// Whether what a call runs is told at the callers of its method.
    public boolean isToldByCallers(CallSite call) {
        return known.computeIfAbsent(
                call,
                _ -> call.how() == CallSite.How.VIRTUAL
                        && AbstractValue.bare(call.receiver()) instanceof AbstractValue.Parameter given
                        && isTold(call.caller(), given.index(), call.signature(), Limits.Calls.SUMMARY_DEPTH));
    }

    private boolean isTold(Method method, int parameter, Signature called, int depth) {
        List<CallSite> callers = graph.callers(method);
        return !callers.isEmpty()
                && callers.stream()
                        .allMatch(call -> graph.targets(call).contains(method)
                                && (isCalledBack(call, method, parameter, called)
                                        || depth > 0
                                                && AbstractValue.bare(call.argument(parameter))
                                                        instanceof AbstractValue.Parameter given
                                                && isTold(call.caller(), given.index(), called, depth - 1)));
    }

    private boolean isCalledBack(CallSite call, Method method, int parameter, Signature called) {
        return graph.callbacks(call).stream()
                .anyMatch(callback -> callback.callee() == method
                        && callback.use().parameter() == parameter
                        && callback.use().called() == called);
    }
}
