package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Tells tasks that run where they are made only because no executor took them: `if (executor != null) {
/// executor.execute(task); } else { task.run(); }`. A service that uses the code as it is meant has the executor.
final class Fallbacks {

    private static final Set<String> RUNS = Set.of("run", "call");
    private static final Set<String> TAKES = Set.of("execute", "submit");
    private static final String EXECUTOR = "java.util.concurrent.Executor";

    private Fallbacks() {}

    /// The call that gives an executor the very task that this one runs; null where there is none.
    static @Nullable Call taking(Call running) {
        Value task = Value.bare(running.receiver());
        if (running.how == How.STATIC
                || running.parameters() > 0
                || !RUNS.contains(running.signature.name())
                || task == Value.ANY) {
            return null;
        }
        return running.caller.body.calls().stream()
                .filter(call -> TAKES.contains(call.signature.name())
                        && Value.bare(call.argument(0)) == task
                        && call.declared.isBelow(EXECUTOR))
                .findFirst()
                .orElse(null);
    }
}
