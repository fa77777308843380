package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.callgraph.Callback;
import io.heddle.analysis.callgraph.HandedIn;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.reach.ReachableCode;
import io.heddle.analysis.reach.VirtualCall;
import io.heddle.analysis.reach.Visibility;
import io.heddle.model.ThreadContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Which threads may run a method: two searches forwards along calls, one from what anybody may call, the other from
/// what begins on a platform thread that the code makes for itself. What only the second one reaches never runs on a
/// virtual thread.
///
/// Anybody may call what is visible outside its package, what implements a method that is, and code that nothing
/// known calls: a framework may find it by reflection. A package that its archive declares to keep is its own, and
/// so is an object that nobody outside can have. So a method counts as the code's own threads' only if all its callers
/// are known and none of them is reached from outside.
///
/// In a service all callers are here, but for a container's and the JDK's. A thread that gets to an entry point serves
/// requests, and is what the switch to virtual threads replaces. Immutable; safe for threads.
public final class ThreadContexts {

    private final BitSet byCallers;
    private final BitSet byOwnThreads;

    /// @param service what a service's start and requests begin with
    ThreadContexts(
            ClassHierarchy hierarchy,
            CallGraph graph,
            HandedIn handed,
            Visibility visibility,
            EntryPoints.OfService service) {
        BitSet started = new Search(graph, handed, _ -> false).from(service.starts());
        started.andNot(closure(service.requests(), handed::forEachFollowed));
        DedicatedThreadTasks tasks = new DedicatedThreadTasks(
                hierarchy, graph, visibility, method -> method.owner().isTarget() && started.get(method.id()));
        BitSet serving = service.requests().isEmpty() ? new BitSet() : leadingTo(graph, service.requests());
        List<Method> code = graph.methods().stream()
                .filter(method -> !method.owner().isJdk())
                .toList();
        List<Method> begun = code.stream()
                .filter(method -> tasks.begins(method) && !serving.get(method.id()))
                .toList();
        BitSet beginning = new BitSet();
        begun.forEach(method -> beginning.set(method.id()));
        Predicate<Method> begins = method -> beginning.get(method.id());
        this.byOwnThreads = new Search(graph, handed, begins).from(begun);
        BitSet called = new Search(graph, handed, begins).called(code);
        ObtainableObjects objects = new ObtainableObjects(graph);
        Predicate<Method> mayBeCalled = visibility.isWhole()
                ? method -> service.has(method) || Visibility.implementsOutside(method)
                : method -> visibility.isCallable(method) && objects.mayCall(method);
        this.byCallers = new Search(graph, handed, begins)
                .from(code.stream()
                        .filter(method -> !begins.test(method) && !method.isLambdaStub())
                        .filter(method -> mayBeCalled.test(method)
                                || method.isAnnotatedForFramework()
                                || !called.get(method.id()) && !Visibility.isKept(method))
                        .toList());
    }

    // From what calls that are followed lead to one of these methods, on whichever thread.
    private static BitSet leadingTo(CallGraph graph, Collection<Method> ends) {
        Map<Type, List<Method>> makers = new HashMap<>();
        for (Method method : graph.methods()) {
            for (Type made : graph.facts(method).created()) {
                if (made.isLambda()) {
                    makers.computeIfAbsent(made, _ -> new ArrayList<>(1)).add(method);
                }
            }
        }
        return closure(ends, (method, next) -> {
            graph.callers(method).forEach(call -> next.accept(call.caller()));
            if (method.isLambdaStub()) {
                makers.getOrDefault(method.owner(), List.of()).forEach(next);
            }
        });
    }

    private static BitSet closure(Collection<Method> begins, BiConsumer<Method, Consumer<Method>> forEachNext) {
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
            forEachNext.accept(open.poll(), add);
        }
        return reached;
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

    /// One search, which follows all calls, also those that may run too many methods to be followed elsewhere: what is
    /// missed here would be taken off the callers' threads.
    private static final class Search {

        private final CallGraph graph;
        private final HandedIn handed;
        private final Predicate<Method> isTask;
        /// Many calls run the same methods.
        private final Set<VirtualCall> seen = new HashSet<>();

        Search(CallGraph graph, HandedIn handed, Predicate<Method> isTask) {
            this.graph = graph;
            this.handed = handed;
            this.isTask = isTask;
        }

        BitSet from(Collection<Method> begins) {
            return closure(begins, this::forEachNext);
        }

        /// What code of the program may call.
        BitSet called(List<Method> code) {
            BitSet called = new BitSet();
            code.forEach(method -> forEachNext(method, next -> called.set(next.id())));
            return called;
        }

        private void forEachNext(Method method, Consumer<Method> next) {
            for (CallSite call : graph.calls(method)) {
                if (graph.targets(call).isEmpty() && !handed.isToldByCallers(call)) {
                    many(call, next);
                }
                for (Method target : handed.targets(call)) {
                    next.accept(target);
                }
                for (Callback callback : graph.callbacks(call)) {
                    if (!isTask.test(callback.target())) {
                        next.accept(callback.target());
                    }
                }
            }
            // A lambda may be called by any code that gets it.
            for (Type made : graph.facts(method).created()) {
                if (made.isLambda()) {
                    pass(made.methods(), next);
                }
            }
        }

        // A loop over tasks of any kind is no reason to think that it gets those that are made for a thread.
        private void many(CallSite call, Consumer<Method> next) {
            ReachableCode code = graph.code();
            VirtualCall virtual = call.how() == CallSite.How.VIRTUAL ? code.virtual(call) : null;
            if (virtual != null && seen.add(virtual)) {
                pass(virtual.targets(), next);
            }
        }

        private void pass(Collection<Method> methods, Consumer<Method> next) {
            for (Method method : methods) {
                if (!isTask.test(method)) {
                    next.accept(method);
                }
            }
        }
    }
}
