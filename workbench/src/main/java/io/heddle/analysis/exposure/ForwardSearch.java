package io.heddle.analysis.exposure;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.callgraph.Callback;
import io.heddle.analysis.callgraph.HandedIn;
import io.heddle.analysis.effects.LifecycleMethods;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.MethodSet;
import io.heddle.analysis.program.SideTable;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.reach.VirtualCall;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Searches forwards along calls, but not through what runs rarely: lifecycle methods, what is made once and
/// kept, what fills a cache, the handling of exceptions, and what is switched off. For one thread.
final class ForwardSearch {

    private static final BitSet NOBODY = new BitSet();

    private final CallGraph graph;
    private final HandedIn handed;
    private final LifecycleMethods lifecycle;
    private final CollectedObjects collected;
    private final CacheMisses misses;
    private final Switches switches;
    /// Methods in which a search did not go on because a cache lasts, as far as is known.
    private MethodSet cut = new MethodSet();
    /// What rare calls run.
    private final MethodSet rare = new MethodSet();

    /// @param switches tell what no request reaches, so that a call is not ambiguous for it
    ForwardSearch(CallGraph graph, HandedIn handed, LifecycleMethods lifecycle, CacheMisses misses, Switches switches) {
        this.switches = switches;
        this.graph = graph;
        this.handed = handed;
        this.collected = new CollectedObjects(graph);
        this.lifecycle = lifecycle;
        this.misses = misses;
    }

    /// What the searches did not go on through so far.
    Set<Method> rare() {
        return rare;
    }

    /// All that is reached.
    Set<Method> reached(Collection<Method> from) {
        return new Search(from, false).run();
    }

    /// All that is reached, where that tells which caches last.
    Set<Method> reachedAndLearnt(Collection<Method> from) {
        return new Search(from, false).settle();
    }

    /// What is run by at least one in `Limits.Exposure.OFTEN`, as far as calls tell, where that tells which
    /// caches last. A call that may run several methods counts as if it ran each of them as often, but for
    /// those of objects that are all there. The number of calls has no limit.
    Set<Method> often(Collection<Method> from) {
        return new Search(from, true).settle();
    }

    /// One search, which goes on from where it was cut once it is known that a cache does not last.
    private final class Search {

        private final boolean counts;
        /// Each method with the number of requests of which one runs it, at most.
        private final SideTable<Method, Integer> oneOf = new SideTable<>();
        private final MethodSet found = new MethodSet();
        /// Of each number what is still to be followed.
        private final List<Deque<Method>> open = Stream.<Deque<Method>>generate(ArrayDeque::new)
                .limit(Limits.Exposure.OFTEN + 1L)
                .toList();

        /// @param counts whether a call of several methods runs each of them less often
        Search(Collection<Method> from, boolean counts) {
            this.counts = counts;
            from.forEach(method -> add(method, 1));
        }

        private void add(Method method, int oneIn) {
            if (oneIn <= Limits.Exposure.OFTEN && oneIn < oneOf.get(method, Integer.MAX_VALUE)) {
                oneOf.put(method, oneIn);
                found.add(method);
                open.get(oneIn).add(method);
            }
        }

        Set<Method> run() {
            for (int round = 1; round <= Limits.Exposure.OFTEN; round++) {
                int oneIn = round;
                Deque<Method> methods = open.get(round);
                while (!methods.isEmpty()) {
                    Method method = methods.poll();
                    if (oneOf.get(method, 0) == oneIn) {
                        forEachNext(method, (next, of) -> add(next, counts ? oneIn * of : 1));
                    }
                }
            }
            return found;
        }

        // What requests run tells which caches last, and these tell what requests run.
        Set<Method> settle() {
            while (misses.learn(run())) {
                MethodSet again = cut;
                cut = new MethodSet();
                again.stream()
                        .filter(found::contains)
                        .forEach(method -> open.get(oneOf.get(method, 1)).add(method));
            }
            return found;
        }
    }

    /// What at least one in `Limits.Exposure.OFTEN` of the methods gets to. Of many it asks some, taken evenly.
    Set<Method> shared(List<Method> from) {
        int step = (from.size() + Limits.Exposure.ASKED - 1) / Limits.Exposure.ASKED;
        List<Method> begins = IntStream.range(0, from.size())
                .filter(i -> i % Math.max(1, step) == 0)
                .mapToObj(from::get)
                .toList();
        Map<Method, BitSet> users = new HashMap<>();
        Map<Method, Set<Method>> calls = new HashMap<>();
        Set<Method> open = new LinkedHashSet<>(begins);
        for (int i = 0; i < begins.size(); i++) {
            users.computeIfAbsent(begins.get(i), _ -> new BitSet()).set(i);
        }
        while (!open.isEmpty()) {
            Method method = open.iterator().next();
            open.remove(method);
            BitSet mine = users.getOrDefault(method, NOBODY);
            for (Method next : calls.computeIfAbsent(method, this::next)) {
                BitSet theirs = users.computeIfAbsent(next, _ -> new BitSet());
                int before = theirs.cardinality();
                theirs.or(mine);
                if (theirs.cardinality() > before) {
                    open.add(next);
                }
            }
        }
        return users.entrySet().stream()
                .filter(one -> one.getValue().cardinality() * Limits.Exposure.OFTEN >= begins.size())
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /// What a method runs, but for what runs rarely.
    Set<Method> next(Method method) {
        Set<Method> all = new LinkedHashSet<>();
        forEachNext(method, (next, _) -> all.add(next));
        return all;
    }

    /// What is run whenever one of the methods is: by calls on every path to a return that run one method.
    Set<Method> always(Collection<Method> from) {
        MethodSet reached = new MethodSet(from);
        Deque<Method> open = new ArrayDeque<>(from);
        while (!open.isEmpty()) {
            for (CallSite call : graph.calls(open.poll())) {
                List<Method> targets = targets(call);
                if (runsAlways(call) && targets.size() == 1 && !isRare(call)) {
                    Method next = targets.getFirst();
                    if (!isRare(next) && reached.add(next)) {
                        open.add(next);
                    }
                }
            }
        }
        return reached;
    }

    // A lambda's stub is but its one call.
    private static boolean runsAlways(CallSite call) {
        return call.isOnEveryReturnPath() || call.caller().isLambdaStub();
    }

    private List<Method> targets(CallSite call) {
        List<Method> targets = handed.targets(call);
        for (Method target : targets) {
            if (switches.isOff(target)) {
                return reachable(targets);
            }
        }
        return targets;
    }

    private List<Method> reachable(Collection<Method> targets) {
        return targets.stream().filter(target -> !switches.isOff(target)).toList();
    }

    private boolean isRare(Method method) {
        return lifecycle.isLifecycleMethod(method) || switches.runsOnce(method);
    }

    private boolean isRare(CallSite call) {
        return !call.isNonExceptional() || lifecycle.isRare(call) || isCut(call.caller(), misses.isBehindMiss(call));
    }

    private boolean isCut(Method method, boolean behindMiss) {
        if (behindMiss) {
            cut.add(method);
        }
        return behindMiss;
    }

    // Each method with the number of those of which its call runs one.
    private void forEachNext(Method method, ObjIntConsumer<Method> next) {
        for (CallSite call : graph.calls(method)) {
            List<Method> targets = targets(call);
            List<Callback> callbacks = graph.callbacks(call);
            if (method.owner().isTarget()) {
                HandedIn.forEachFunction(call, function -> follow(function, false, 1, next));
            }
            boolean ofMany = (targets.size() > 1 || graph.unknownTargets(call) > 0) && collected.isReceiverOf(call);
            if (ofMany && targets.isEmpty()) {
                targets = chain(call);
            }
            if (targets.isEmpty() && callbacks.isEmpty()) {
                continue;
            }
            boolean isRare = isRare(call);
            int of = ofMany ? 1 : targets.size();
            for (Method target : targets) {
                follow(target, isRare, of, next);
            }
            for (Callback callback : callbacks) {
                follow(callback.target(), isRare || misses.isBehindMiss(call, callback), 1, next);
            }
        }
        // A lambda may be called by any code that gets it. It counts as reached where it is made.
        for (Type made : graph.facts(method).created()) {
            if (made.isLambda()) {
                boolean isLoader = isCut(method, misses.isLoader(method, made));
                made.methods().forEach(stub -> follow(stub, isLoader, 1, next));
            } else if (made.isKotlinFunction() && made != method.owner()) {
                made.methods().forEach(code -> follow(code, false, 1, next));
            }
        }
    }

    // What a call may run that has too many targets to be followed elsewhere. Of an interface of the JDK, such as
    // Runnable, a collection holds but some of the objects that there are.
    private List<Method> chain(CallSite call) {
        VirtualCall virtual = call.declared().isJdk() ? null : graph.code().virtual(call);
        return virtual == null || virtual.targets().size() > Limits.Paths.CHAIN_TARGETS
                ? List.of()
                : reachable(virtual.targets());
    }

    private void follow(Method target, boolean isRare, int of, ObjIntConsumer<Method> next) {
        if (switches.isUnused(target)) {
            return;
        }
        if (isRare || isRare(target)) {
            rare.add(target);
        } else {
            next.accept(target, of);
        }
    }
}
