package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.Method;
import java.util.Set;

/// Tells where code only registers what is to run once a future is done: `future.thenAccept(task)` runs the task at
/// once
/// where the future is done by then, and nowhere else.
public final class Registrations {

    private static final String STAGE = "java.util.concurrent.CompletionStage";
    private static final String ASYNCHRONOUS = "Async";
    private static final Set<String> REGISTERS = Names.of("waits", "registers what follows");
    private static final Set<String> DONE = Names.of("waits", "makes a future that is done");
    private static final Set<String> ENDS = Names.of("waits", "ends or awaits a future");

    private final CallGraph graph;

    public Registrations(CallGraph graph) {
        this.graph = graph;
    }

    /// Whether a call gets to a method only where its future is done already, which is not known of it.
    public boolean isPending(CallSite call, Method target) {
        return registers(call) && !graph.targets(call).contains(target) && !isDone(call.receiver(), call);
    }

    /// Whether a call hands what it is given to an executor, as all stages do whose names end so.
    public boolean isAsynchronous(CallSite call, Method target) {
        return call.signature().name().endsWith(ASYNCHRONOUS)
                && call.declared().isBelow(STAGE)
                && !graph.targets(call).contains(target);
    }

    private static boolean registers(CallSite call) {
        return REGISTERS.contains(call.signature().name()) && call.declared().isBelow(STAGE);
    }

    /// Whether a future is known to be done where a call is made, by the code of the calling method alone.
    public boolean isDone(AbstractValue future, CallSite at) {
        return isDone(AbstractValue.bare(future), at, Limits.Traces.STAGES);
    }

    private boolean isDone(AbstractValue future, CallSite at, int depth) {
        return future instanceof AbstractValue.Result result
                        && (DONE.contains(result.call().name())
                                || depth > 0
                                        && registers(result.call())
                                        && isDone(
                                                AbstractValue.bare(result.call().receiver()), at, depth - 1))
                || future != AbstractValue.ANY
                        && graph.calls(at.caller()).stream()
                                .takeWhile(call -> call != at)
                                .anyMatch(call -> call.isNonExceptional()
                                        && call.isOnEveryReturnPath()
                                        && ENDS.contains(call.signature().name())
                                        && call.declared().isBelow(STAGE)
                                        && AbstractValue.bare(call.receiver()) == future);
    }
}
