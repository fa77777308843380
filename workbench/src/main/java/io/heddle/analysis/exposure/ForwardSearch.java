package io.heddle.analysis.exposure;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.callgraph.Callback;
import io.heddle.analysis.effects.LifecycleMethods;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Searches forwards along calls, but not through what runs rarely: lifecycle methods, what is made once and
/// kept, the handling of exceptions, and what is switched off. For one thread.
final class ForwardSearch {

    private final CallGraph graph;
    private final LifecycleMethods lifecycle;
    private final Predicate<Method> isOff;
    /// What rare calls run.
    private final Set<Method> rare = new LinkedHashSet<>();

    /// @param isOff what no request reaches, so that a call is not ambiguous for it
    ForwardSearch(CallGraph graph, LifecycleMethods lifecycle, Predicate<Method> isOff) {
        this.isOff = isOff;
        this.graph = graph;
        this.lifecycle = lifecycle;
    }

    /// What the searches did not go on through so far.
    Set<Method> rare() {
        return rare;
    }

    /// All that is reached.
    Set<Method> reached(Collection<Method> from) {
        Set<Method> reached = new LinkedHashSet<>(from);
        Deque<Method> open = new ArrayDeque<>(from);
        while (!open.isEmpty()) {
            forEachNext(open.poll(), (next, _) -> {
                if (reached.add(next)) {
                    open.add(next);
                }
            });
        }
        return reached;
    }

    /// What is reached within so many calls, with the distance. An ambiguous call counts for more.
    Map<Method, Integer> near(Collection<Method> from, int farthest) {
        Map<Method, Integer> distances = new HashMap<>();
        List<Set<Method>> rounds = Stream.<Set<Method>>generate(LinkedHashSet::new)
                .limit(farthest + 1L)
                .toList();
        rounds.getFirst().addAll(from);
        for (int round = 0; round <= farthest; round++) {
            int distance = round;
            for (Method method : rounds.get(distance)) {
                if (distances.putIfAbsent(method, distance) == null && distance < farthest) {
                    forEachNext(method, (next, ambiguous) -> {
                        int further = distance + (ambiguous ? Limits.Paths.NEAR_REQUEST_AMBIGUOUS : 1);
                        if (further <= farthest && !distances.containsKey(next)) {
                            rounds.get(further).add(next);
                        }
                    });
                }
            }
        }
        return distances;
    }

    /// What is run whenever one of the methods is: by calls on every path to a return that run one method.
    Set<Method> always(Collection<Method> from) {
        Set<Method> reached = new HashSet<>(from);
        Deque<Method> open = new ArrayDeque<>(from);
        while (!open.isEmpty()) {
            for (CallSite call : graph.calls(open.poll())) {
                List<Method> targets = targets(call);
                if (call.isOnEveryReturnPath() && targets.size() == 1 && !isRare(call)) {
                    Method next = targets.getFirst();
                    if (!lifecycle.isLifecycleMethod(next) && reached.add(next)) {
                        open.add(next);
                    }
                }
            }
        }
        return reached;
    }

    private List<Method> targets(CallSite call) {
        List<Method> targets = graph.targets(call);
        return targets.stream().anyMatch(isOff)
                ? targets.stream().filter(isOff.negate()).toList()
                : targets;
    }

    private boolean isRare(CallSite call) {
        return !call.isNonExceptional() || lifecycle.isRare(call);
    }

    private void forEachNext(Method method, BiConsumer<Method, Boolean> next) {
        for (CallSite call : graph.calls(method)) {
            List<Method> targets = targets(call);
            List<Callback> callbacks = graph.callbacks(call);
            if (targets.isEmpty() && callbacks.isEmpty()) {
                continue;
            }
            boolean isRare = isRare(call);
            targets.forEach(target -> follow(target, isRare, targets.size() > 1, next));
            callbacks.forEach(callback -> follow(callback.target(), isRare, false, next));
        }
        // A lambda may be called by any code that gets it. It counts as reached where it is made.
        for (Type made : graph.facts(method).created()) {
            if (made.isLambda()) {
                made.methods().forEach(stub -> next.accept(stub, false));
            }
        }
    }

    private void follow(Method target, boolean isRare, boolean ambiguous, BiConsumer<Method, Boolean> next) {
        if (isRare || lifecycle.isLifecycleMethod(target)) {
            rare.add(target);
        } else {
            next.accept(target, ambiguous);
        }
    }
}
