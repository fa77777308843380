package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.reach.VirtualCall;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Finds calls that may run too many methods to be followed, nearly all of which wait: whether such a call waits needs
/// no choice of what it runs. Commands and handlers of one interface are called so.
final class ManyTargets {

    private final CallGraph graph;
    private final BackwardReachability paths;
    private final Map<VirtualCall, Boolean> known = new HashMap<>();

    private ManyTargets(CallGraph graph, BackwardReachability paths) {
        this.graph = graph;
        this.paths = paths;
    }

    /// Those calls outside the JDK, with what they run.
    static Map<CallSite, List<Method>> of(CallGraph graph, BackwardReachability paths) {
        return new ManyTargets(graph, paths).find();
    }

    private Map<CallSite, List<Method>> find() {
        Map<CallSite, List<Method>> found = new LinkedHashMap<>();
        for (Method method : graph.methods()) {
            if (!method.owner().isJdk()) {
                for (CallSite call : graph.calls(method)) {
                    int targets = graph.unknownTargets(call);
                    if (targets > 0 && targets <= Limits.Calls.MANY_TARGETS) {
                        VirtualCall virtual = graph.code().virtual(call);
                        if (virtual != null && known.computeIfAbsent(virtual, this::waits)) {
                            found.put(call, virtual.targets());
                        }
                    }
                }
            }
        }
        return found;
    }

    private boolean waits(VirtualCall call) {
        List<Method> targets = call.targets();
        int quick = 0;
        for (Method target : targets) {
            quick += waits(target) ? 0 : 1;
            if (quick * Limits.Calls.NEARLY_ALL > targets.size()) {
                return false;
            }
        }
        return true;
    }

    private boolean waits(Method method) {
        return Arrays.stream(BlockingKind.values()).anyMatch(kind -> {
            NextHop hop = kind.isWait() ? paths.of(kind, method) : null;
            return hop != null && !hop.afterFailure() && hop.depth() <= Limits.Paths.RECEIVER_DEPTH;
        });
    }
}
