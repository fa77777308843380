package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.reach.Visibility;
import io.heddle.analysis.values.PlatformPools;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Finds the tasks that are made for a thread of their own, as in `new Thread(this::loop)`, or for an executor of
/// platform threads or a timer that the code makes for itself. Such a thread is a platform thread, whatever the
/// service's pools are.
final class DedicatedThreadTasks {

    private static final String THREAD = "java.lang.Thread";
    private static final String EXECUTOR = "java.util.concurrent.Executor";
    private static final String TIMER = "java.util.Timer";
    /// What a task is, with its one method.
    private static final Map<String, String> TASKS =
            Map.of("java.lang.Runnable", "run", "java.util.concurrent.Callable", "call");

    private final CallGraph graph;
    private final PlatformPools pools;
    private final Set<Type> handed = new HashSet<>();
    private final Set<Type> elsewhere = new HashSet<>();

    DedicatedThreadTasks(CallGraph graph, Visibility visibility) {
        this.graph = graph;
        this.pools = new PlatformPools(graph, visibility::knownByCallers);
        for (Method method : graph.methods()) {
            if (!method.owner().isJdk()) {
                graph.calls(method).forEach(this::look);
            }
        }
    }

    /// Whether a platform thread that the code makes begins with a method, or the JDK's finalizer thread does, and
    /// the JDK has no other reason to call it.
    boolean begins(Method method) {
        return method.signature().parameters().isEmpty()
                && (method.signature().name().equals("finalize")
                        || TASKS.containsValue(method.signature().name()) && runsOnThread(method.owner()));
    }

    // Its objects are threads, or tasks that are handed to new threads and to nothing else.
    private boolean runsOnThread(Type type) {
        return type.isBelow(THREAD) || handed.contains(type) && !elsewhere.contains(type);
    }

    private void look(CallSite call) {
        boolean makes = call.how() == How.SPECIAL && call.signature().name().equals("<init>");
        boolean threads = makes && call.declared().isBelow(THREAD)
                || call.how() == How.VIRTUAL
                        && (call.declared().isBelow(EXECUTOR) || call.declared().isBelow(TIMER))
                        && pools.isOwn(call.receiver());
        for (int i = 0; i < call.parameters(); i++) {
            // A constructor mostly does not run the tasks that it is given.
            if (threads || !makes) {
                tasks(call.argument(i), threads ? handed::add : elsewhere::add);
            }
        }
    }

    private void tasks(AbstractValue value, Consumer<Type> tasks) {
        List<AbstractValue> values = AbstractValue.bare(value) instanceof AbstractValue.FieldRead read
                ? graph.writes(read.field())
                : AbstractValue.members(AbstractValue.bare(value));
        values.stream().map(AbstractValue::bare).forEach(task -> {
            if (task instanceof AbstractValue.New made && isTask(made.type())) {
                tasks.accept(made.type());
            } else if (task instanceof AbstractValue.This self && isTask(self.type())) {
                tasks.accept(self.type());
            }
        });
    }

    private static boolean isTask(Type type) {
        return type.isBelowAny(TASKS.keySet());
    }
}
