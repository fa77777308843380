package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.knowledge.Names;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds calls that run a task in the calling thread only where there is no executor: `if (executor != null)
/// { executor.execute(task); } else { task.run(); }`. A service that uses the code as intended has the
/// executor.
public final class CallerRuns {

    private static final Set<String> RUNS = Names.of("waits", "runs a task");
    private static final Set<String> TAKES = Names.of("waits", "takes a task");
    private static final String EXECUTOR = "java.util.concurrent.Executor";

    private final CallGraph graph;

    public CallerRuns(CallGraph graph) {
        this.graph = graph;
    }

    /// The call that hands the very task that this one runs to an executor; null where there is none.
    public @Nullable CallSite taking(CallSite running) {
        AbstractValue task = AbstractValue.bare(running.receiver());
        if (running.how() == How.STATIC
                || running.parameters() > 0
                || !RUNS.contains(running.signature().name())
                || task == AbstractValue.ANY) {
            return null;
        }
        return graph.calls(running.caller()).stream()
                .filter(call -> TAKES.contains(call.signature().name())
                        && AbstractValue.bare(call.argument(0)) == task
                        && call.declared().isBelow(EXECUTOR))
                .findFirst()
                .orElse(null);
    }
}
