package io.heddle.analysis.exposure;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.effects.EntryPoints;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.reach.VirtualCall;
import io.heddle.check.read.Artifact;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A server's methods on the way to an entry point: a request goes through some of them before code of the
/// service runs. A search backwards, within the server's artifact, from each call that dispatches a request.
final class DispatchChains {

    private static final String EXECUTOR = "java.util.concurrent.Executor";
    private static final String TASK = "java.lang.Runnable";
    private static final String RUN = "run()V";
    private static final Set<String> TAKES = Names.of("waits", "takes a task");

    private final ClassHierarchy hierarchy;
    private final CallGraph graph;
    private final Map<Method, Set<Method>> callersOfMany = new HashMap<>();
    /// Classes of tasks that are handed to executors.
    private final Set<Type> tasks = new HashSet<>();
    /// Methods of executors that run a task whatever it is.
    private final Set<Method> runners = new LinkedHashSet<>();
    /// Each method with the next one on the shortest way; the last with itself.
    private final Map<Method, Method> towards = new LinkedHashMap<>();

    DispatchChains(ClassHierarchy hierarchy, CallGraph graph) {
        this.hierarchy = hierarchy;
        this.graph = graph;
        for (Method method : graph.methods()) {
            if (!method.owner().isJdk()) {
                graph.calls(method).forEach(this::note);
            }
        }
        search();
    }

    private void note(CallSite call) {
        // A call that may run too many methods to be followed may all the same be the one that a chain goes on by.
        VirtualCall virtual =
                graph.unknownTargets(call) == 0 ? null : graph.code().virtual(call);
        if (virtual != null && virtual.targets().size() <= Limits.Paths.CHAIN_TARGETS) {
            virtual.targets()
                    .forEach(target -> callersOfMany
                            .computeIfAbsent(target, _ -> new LinkedHashSet<>())
                            .add(call.caller()));
        }
        if (EntryPoints.dispatches(call)) {
            towards.put(call.caller(), call.caller());
        }
        if (call.how() == CallSite.How.VIRTUAL
                && call.declared().binaryName().equals(TASK)
                && call.signature().toString().equals(RUN)
                && call.caller().owner().isBelow(EXECUTOR)) {
            runners.add(call.caller());
        }
        if (TAKES.contains(call.signature().name()) && call.declared().isBelow(EXECUTOR)) {
            AbstractValue.members(AbstractValue.bare(call.argument(0))).stream()
                    .map(task -> AbstractValue.declared(task, hierarchy))
                    .filter(task -> task != null && !task.isJdk())
                    .forEach(tasks::add);
        }
    }

    private void search() {
        List<Method> last = List.copyOf(towards.keySet());
        for (int calls = 0; calls < Limits.Paths.DISPATCH && !last.isEmpty(); calls++) {
            List<Method> next = new ArrayList<>();
            for (Method method : last) {
                // What hands a task over waits for none of it.
                (isTask(method) ? Stream.<Method>empty() : callers(method))
                        .filter(caller ->
                                caller.owner().artifact().equals(method.owner().artifact()))
                        .filter(caller -> towards.putIfAbsent(caller, method) == null)
                        .forEach(next::add);
            }
            last = next;
        }
    }

    private Stream<Method> callers(Method method) {
        return Stream.concat(
                callersOfMany.getOrDefault(method, Set.of()).stream(),
                graph.callers(method).stream()
                        .filter(CallSite::isNonExceptional)
                        .map(CallSite::caller));
    }

    /// Those on the shortest way from a task that a server hands to its executor.
    Set<Method> fromTasks() {
        Set<Method> ways = new LinkedHashSet<>();
        towards.keySet().stream().filter(this::isTask).forEach(task -> {
            Method at = task;
            while (ways.add(at)) {
                at = towards.getOrDefault(at, at);
            }
        });
        return ways;
    }

    /// The methods of a server's own executors that run its tasks.
    Set<Method> runners() {
        Set<Artifact> servers = towards.keySet().stream()
                .filter(this::isTask)
                .map(task -> task.owner().artifact())
                .collect(Collectors.toSet());
        return runners.stream()
                .filter(method -> servers.contains(method.owner().artifact()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /// Those that no way avoids from a task to a dispatch of its artifact: what a request runs whichever of
    /// several connectors or protocols a service chose.
    ///
    /// @param isOff what no request reaches
    Set<Method> onEachWay(Predicate<Method> isOff) {
        Map<Artifact, List<Method>> tasks = towards.keySet().stream()
                .filter(this::isTask)
                .filter(isOff.negate())
                .collect(Collectors.groupingBy(task -> task.owner().artifact()));
        Set<Method> always = new LinkedHashSet<>();
        tasks.forEach((artifact, begins) -> {
            // What lies on each way lies on this one.
            Method at = begins.getFirst();
            Method before;
            do {
                if (!isOff.test(at) && isOnEachWay(at, begins, artifact, isOff)) {
                    always.add(at);
                }
                before = at;
                at = towards.getOrDefault(at, at);
            } while (at != before);
        });
        return always;
    }

    private boolean isOnEachWay(Method method, List<Method> begins, Artifact artifact, Predicate<Method> isOff) {
        Set<Method> reached = new HashSet<>();
        Deque<Method> open = new ArrayDeque<>();
        Predicate<Method> isOther =
                other -> other != method && other.owner().artifact().equals(artifact) && !isOff.test(other);
        towards.entrySet().stream()
                .filter(entry -> entry.getKey() == entry.getValue() && isOther.test(entry.getKey()))
                .forEach(entry -> open.add(entry.getKey()));
        while (!open.isEmpty()) {
            Method next = open.poll();
            if (reached.add(next) && !isTask(next)) {
                callers(next).filter(towards::containsKey).filter(isOther).forEach(open::add);
            }
        }
        return begins.stream().noneMatch(reached::contains);
    }

    private boolean isTask(Method method) {
        Type owner = method.owner();
        return method.signature().toString().equals(RUN)
                && owner.isBelow(TASK)
                && tasks.stream().anyMatch(task -> owner.below(task) || task.below(owner));
    }
}
