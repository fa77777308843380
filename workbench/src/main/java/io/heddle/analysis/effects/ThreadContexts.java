package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.callgraph.Callback;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.reach.ReachableCode;
import io.heddle.analysis.reach.VirtualCall;
import io.heddle.analysis.reach.Visibility;
import io.heddle.model.ThreadContext;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Which threads may run a method: two searches forwards along calls, one from what anybody may call, the other from
/// what begins on a platform thread that the code makes for itself. What only the second one reaches never runs on a
/// virtual thread.
///
/// Anybody may call what is visible outside its package, what implements a method that is, and code that nothing
/// known calls: a framework may find it by reflection. A package that its archive declares to keep is its own, and
/// so is an object that nobody outside can have. So a method counts as the code's own threads' only if all its callers
/// are known and none of them is reached from outside. Immutable; safe for threads.
public final class ThreadContexts {

    private final BitSet byCallers;
    private final BitSet byOwnThreads;

    /// @param entries what a service runs at its start and with requests; empty of a library
    ThreadContexts(CallGraph graph, Visibility visibility, List<Method> entries) {
        BitSet served = new Search(graph, _ -> false).from(entries);
        DedicatedThreadTasks tasks = new DedicatedThreadTasks(
                graph, visibility, method -> method.owner().isTarget() && served.get(method.id()));
        Search search = new Search(graph, tasks::begins);
        List<Method> code = graph.methods().stream()
                .filter(method -> !method.owner().isJdk())
                .toList();
        this.byOwnThreads = search.from(code.stream().filter(tasks::begins).toList());
        BitSet called = search.called(code);
        ObtainableObjects objects = new ObtainableObjects(graph);
        this.byCallers = search.from(code.stream()
                .filter(method -> !tasks.begins(method) && !method.isLambdaStub())
                .filter(method -> visibility.isCallable(method) && objects.mayCall(method)
                        || method.isAnnotatedForFramework()
                        || !called.get(method.id()) && !Visibility.isKept(method))
                .toList());
    }

    /// Which threads may run a method.
    public ThreadContext of(Method method) {
        boolean own = byOwnThreads.get(method.id());
        return own && byCallers.get(method.id())
                ? ThreadContext.BOTH
                : own ? ThreadContext.OWN_PLATFORM : ThreadContext.CALLERS;
    }

    /// Whether only platform threads that the code makes run a method.
    public boolean runsOnPlatformThread(Method method) {
        return of(method) == ThreadContext.OWN_PLATFORM;
    }

    /// Follows all calls, also those that may run too many methods to be followed elsewhere: what is missed here
    /// would be taken off the callers' threads.
    private record Search(CallGraph graph, Predicate<Method> isTask) {

        BitSet from(List<Method> begins) {
            BitSet reached = new BitSet();
            Deque<Method> open = new ArrayDeque<>();
            Consumer<Method> add = method -> {
                if (!method.owner().isJdk() && !reached.get(method.id())) {
                    reached.set(method.id());
                    open.add(method);
                }
            };
            begins.forEach(add);
            while (!open.isEmpty()) {
                forEachNext(open.poll(), add);
            }
            return reached;
        }

        /// What code of the program may call.
        BitSet called(List<Method> code) {
            BitSet called = new BitSet();
            code.forEach(method -> forEachNext(method, next -> called.set(next.id())));
            return called;
        }

        private void forEachNext(Method method, Consumer<Method> next) {
            for (CallSite call : graph.calls(method)) {
                List<Method> targets = graph.targets(call);
                if (targets.isEmpty()) {
                    many(call, next);
                }
                targets.forEach(next);
                for (Callback callback : graph.callbacks(call)) {
                    if (!isTask.test(callback.target())) {
                        next.accept(callback.target());
                    }
                }
            }
            // A lambda may be called by any code that gets it.
            for (Type made : graph.facts(method).created()) {
                if (made.isLambda()) {
                    made.methods().stream().filter(isTask.negate()).forEach(next);
                }
            }
        }

        // A loop over tasks of any kind is no reason to think that it gets those that are made for a thread.
        private void many(CallSite call, Consumer<Method> next) {
            ReachableCode code = graph.code();
            VirtualCall virtual = call.how() == CallSite.How.VIRTUAL ? code.virtual(call) : null;
            if (virtual != null) {
                virtual.targets().stream().filter(isTask.negate()).forEach(next);
            }
        }
    }
}
