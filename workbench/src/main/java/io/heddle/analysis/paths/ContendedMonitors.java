package io.heddle.analysis.paths;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.effects.ThreadContexts;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.program.Method;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The monitors that other threads than the code's own platform threads enter. A virtual thread that waits for one
/// is pinned up to JDK 23, whoever holds it. For one thread.
final class ContendedMonitors {

    private final CallGraph graph;
    private final ThreadContexts threads;
    /// Null until asked for.
    private @Nullable Set<String> names;

    ContendedMonitors(CallGraph graph, ThreadContexts threads) {
        this.graph = graph;
        this.threads = threads;
    }

    /// @param monitor as [MonitorName] tells it
    boolean contains(String monitor) {
        Set<String> known = names;
        if (known == null) {
            known = new HashSet<>();
            for (Method method : graph.methods()) {
                if (!method.owner().isJdk() && graph.facts(method).holds() || method.isSynchronized()) {
                    add(method, known);
                }
            }
            names = known;
        }
        return known.contains(monitor);
    }

    private void add(Method method, Set<String> known) {
        if (threads.runsOnPlatformThread(method)) {
            return;
        }
        if (method.isSynchronized()) {
            known.add(method.owner().binaryName() + (method.isStatic() ? ".class" : ""));
        }
        for (CallSite call : graph.calls(method)) {
            if (call.held() != null) {
                known.add(MonitorName.of(call, false));
            }
        }
    }
}
