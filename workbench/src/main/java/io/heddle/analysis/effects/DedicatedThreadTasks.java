package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import java.lang.reflect.AccessFlag;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/// Finds the tasks that are made for a thread of their own, as in `new Thread(this::loop)`. Such a thread is
/// a platform thread, whatever the service's pools are. Safe for threads once it is made.
public final class DedicatedThreadTasks {

    private static final String THREAD = "java.lang.Thread";
    private static final String TASK = "java.lang.Runnable";
    private static final String RUN = "run";

    private final CallGraph graph;
    private final Set<Type> handed = new HashSet<>();
    private final Set<Type> elsewhere = new HashSet<>();

    DedicatedThreadTasks(CallGraph graph) {
        this.graph = graph;
        for (Method method : graph.methods()) {
            if (!method.owner().isJdk()) {
                graph.calls(method).forEach(this::look);
            }
        }
    }

    /// Whether only platform threads run a method: it is what a thread of its own runs, or the JDK's
    /// finalizer thread, or only such methods call it.
    public boolean runsOnPlatformThread(Method method) {
        return runsOnPlatformThread(method, Limits.Traces.THREAD);
    }

    private boolean runsOnPlatformThread(Method method, int depth) {
        return method.signature().parameters().isEmpty()
                        && (method.signature().name().equals(RUN) && runsOnThread(method.owner())
                                || method.signature().name().equals("finalize"))
                || depth > 0
                        && (method.is(AccessFlag.PRIVATE) || method.is(AccessFlag.SYNTHETIC))
                        && !graph.callers(method).isEmpty()
                        && graph.callers(method).stream()
                                .allMatch(call -> runsOnPlatformThread(call.caller(), depth - 1));
    }

    // Its objects are threads, or tasks that are handed to new threads and to nothing else.
    private boolean runsOnThread(Type type) {
        return type.isBelow(THREAD)
                || handed.contains(type)
                        && !elsewhere.contains(type)
                        && type.methods().stream()
                                .filter(method -> method.signature().name().equals(RUN))
                                .flatMap(method -> graph.callers(method).stream())
                                .allMatch(call -> call.caller().owner().isJdk());
    }

    private void look(CallSite call) {
        boolean makes = call.how() == How.SPECIAL && call.signature().name().equals("<init>");
        boolean threads = makes && call.declared().isBelow(THREAD);
        for (int i = 0; i < call.parameters(); i++) {
            // A constructor mostly does not run the tasks that it is given.
            if (threads || !makes) {
                tasks(call.argument(i), threads ? handed::add : elsewhere::add);
            }
        }
    }

    private void tasks(AbstractValue value, Consumer<Type> tasks) {
        switch (AbstractValue.bare(value)) {
            case AbstractValue.New made when made.type().isBelow(TASK) -> tasks.accept(made.type());
            case AbstractValue.This self when self.type().isBelow(TASK) -> tasks.accept(self.type());
            case AbstractValue.FieldRead read ->
                graph.writes(read.field()).forEach(written -> {
                    if (AbstractValue.bare(written) instanceof AbstractValue.New made
                            && made.type().isBelow(TASK)) {
                        tasks.accept(made.type());
                    }
                });
            default -> {}
        }
    }
}
