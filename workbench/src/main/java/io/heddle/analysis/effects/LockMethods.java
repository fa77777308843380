package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Tells which calls wait for which lock. A method may lock and leave the unlocking to its caller, as that of
/// a class does which makes a lock a resource of `try`: then the caller's call is the one that waits. The
/// objects of a class that does nothing else are locks, each of which is known by where its user keeps it.
///
/// For one thread.
final class LockMethods {

    private final CallGraph graph;
    private final LockIdentity locks;
    /// The call in a method that leaves the lock to its callers, of each call of that method.
    private final Map<CallSite, CallSite> inside = new HashMap<>();
    /// The lock of each call of such a method.
    private final Map<CallSite, Object> handed = new HashMap<>();
    /// The methods that leave a lock to their callers, with the call that locks it.
    private final Map<Method, CallSite> leaving = new LinkedHashMap<>();
    /// What each method unlocks for its callers.
    private final Map<Method, Set<Object>> unlocked = new HashMap<>();

    private final List<CallSite> waiting;

    /// @param locking all calls of the JDK's methods, and of models', that wait for a lock
    LockMethods(CallGraph graph, LockIdentity locks, List<CallSite> locking) {
        this.graph = graph;
        this.locks = locks;
        Set<CallSite> all = new LinkedHashSet<>(locking);
        Set<CallSite> open = all;
        for (int depth = 0; depth < Limits.Traces.UNLOCKING && !open.isEmpty(); depth++) {
            open = handOver(open);
            all.addAll(open);
        }
        all.removeAll(new HashSet<>(leaving.values()));
        this.waiting = List.copyOf(all);
    }

    /// The calls that wait for a lock, for which their caller, or one of its callers, is in charge.
    List<CallSite> waiting() {
        return waiting;
    }

    /// The lock that a call waits for: a field, an allocation site, a class, or what is as good; null where it
    /// is not known.
    @Nullable
    Object of(CallSite waiting) {
        return inside.containsKey(waiting) ? handed.get(waiting) : locks.of(waiting);
    }

    /// Whether external code may hold the lock that a call waits for.
    boolean isPublished(CallSite waiting) {
        CallSite in = inside.get(waiting);
        return in == null || Objects.equals(handed.get(waiting), locks.place(waiting.receiver()))
                ? locks.isPublished(waiting.receiver())
                : isPublished(in);
    }

    /// Whether a call waits for the half of a lock that is for reading.
    boolean isForReading(CallSite waiting) {
        return locks.isForReading(innermost(waiting));
    }

    /// The call in the method that a call runs which locks for it; null where the call locks itself.
    @Nullable
    CallSite inside(CallSite waiting) {
        return inside.get(waiting);
    }

    private CallSite innermost(CallSite waiting) {
        CallSite at = waiting;
        for (CallSite in = at; in != null; in = inside.get(in)) {
            at = in;
        }
        return at;
    }

    // The calls of further methods that leave a lock to their callers.
    private Set<CallSite> handOver(Set<CallSite> locking) {
        Map<Method, CallSite> further = new LinkedHashMap<>();
        for (CallSite call : locking) {
            if (!leaving.containsKey(call.caller()) && isLeft(call)) {
                further.putIfAbsent(call.caller(), call);
            }
        }
        Set<CallSite> tried = addOverrides(further);
        while (further.entrySet()
                .removeIf(entry -> !isLeftToAll(entry.getKey(), further.keySet())
                        || tried.contains(entry.getValue()) && !runsOnly(entry.getValue(), further.keySet()))) {
            // Until every one is left to callers that know.
        }
        inside.keySet().removeAll(tried);
        leaving.putAll(further);
        Set<CallSite> calls = new LinkedHashSet<>();
        further.forEach((method, locked) -> graph.callers(method).forEach(call -> {
            hand(call, locked);
            calls.add(call);
        }));
        Set<Object> classes = further.values().stream()
                .map(this::of)
                .filter(lock -> lock instanceof Field field && isOfLockClass(field, locking, calls))
                .collect(Collectors.toSet());
        for (CallSite call : calls) {
            Object own = classes.contains(handed.get(call)) ? locks.place(call.receiver()) : null;
            if (own != null) {
                handed.put(call, own);
            }
        }
        return calls;
    }

    private void hand(CallSite call, CallSite locked) {
        inside.put(call, locked);
        handed.put(call, Objects.requireNonNull(of(locked)));
    }

    private boolean isLeft(CallSite call) {
        return call.held() == null
                && call.isNonExceptional()
                && locks.place(innermost(call).receiver()) != null
                && end(call) < 0;
    }

    // A method of the same name that calls one of them on its own object, such as an override that returns a
    // subclass, leaves the lock to its callers too: a virtual call may run either.
    private Set<CallSite> addOverrides(Map<Method, CallSite> further) {
        Set<CallSite> tried = new HashSet<>();
        Deque<Method> open = new ArrayDeque<>(further.keySet());
        while (!open.isEmpty()) {
            Method method = open.poll();
            for (CallSite call : graph.callers(method)) {
                if (call.isOnItself()
                        && !further.containsKey(call.caller())
                        && call.caller()
                                .signature()
                                .name()
                                .equals(method.signature().name())) {
                    hand(call, Objects.requireNonNull(further.get(method)));
                    tried.add(call);
                    if (isLeft(call)) {
                        further.put(call.caller(), call);
                        open.add(call.caller());
                    }
                }
            }
        }
        return tried;
    }

    private boolean isLeftToAll(Method method, Set<Method> further) {
        return !graph.callers(method).isEmpty()
                && graph.callers(method).stream().allMatch(call -> runsOnly(call, further));
    }

    private boolean runsOnly(CallSite call, Set<Method> further) {
        return !graph.isSkipped(call) && !graph.targets(call).isEmpty() && further.containsAll(graph.targets(call));
    }

    // Whether no method of the class that has the lock runs anything else while it holds it.
    private boolean isOfLockClass(Field lock, Set<CallSite> locking, Set<CallSite> calls) {
        return Stream.concat(locking.stream(), calls.stream().filter(CallSite::isOnItself))
                .filter(call -> call.caller().owner().below(lock.owner()) && lock.equals(of(call)))
                .allMatch(call -> end(call) < 0);
    }

    /// Offset in the calling method of the last call that unlocks what a call locks, before it is locked again;
    /// -1 where there is none.
    int end(CallSite waiting) {
        return end(waiting, false);
    }

    /// The same where something has failed meanwhile: code that handles that runs before its own unlocking, which
    /// compilers put behind the other.
    int endAfterFailure(CallSite waiting) {
        return end(waiting, true);
    }

    private int end(CallSite waiting, boolean failed) {
        int named = inside.containsKey(waiting) ? -1 : locks.unlocked(waiting.caller(), waiting, failed);
        return named >= 0 ? named : last(waiting, locks.place(innermost(waiting).receiver()), failed);
    }

    private int last(CallSite waiting, @Nullable Object lock, boolean failed) {
        int end = -1;
        for (CallSite call : lock == null ? List.<CallSite>of() : graph.calls(waiting.caller())) {
            if (call.offset() <= waiting.offset()
                    || !failed && waiting.isNonExceptional() && !call.isNonExceptional()) {
                continue;
            }
            if (end >= 0
                    && call.signature() == waiting.signature()
                    && call.declared() == waiting.declared()
                    && isOfSame(call, waiting)) {
                return end;
            }
            if (isOfSame(call, waiting)
                    && graph.targets(call).stream()
                            .anyMatch(target -> unlocked(target).contains(lock))) {
                end = call.offset();
            }
        }
        return end;
    }

    // What is unlocked is the lock itself, or what locking it returned.
    private boolean isOfSame(CallSite call, CallSite waiting) {
        if (AbstractValue.bare(call.receiver()) instanceof AbstractValue.Result got && inside.containsKey(got.call())) {
            return got.call() == waiting;
        }
        Object one = locks.place(call.receiver());
        Object other = locks.place(waiting.receiver());
        return one == null || other == null || one.equals(other);
    }

    // The locks in fields that a method unlocks and has not locked.
    private Set<Object> unlocked(Method method) {
        Set<Object> known = unlocked.get(method);
        if (known == null) {
            // In a cycle of calls no method makes another one unlock.
            unlocked.put(method, Set.of());
            known = new HashSet<>();
            Set<Object> own = new HashSet<>();
            for (CallSite call : graph.calls(method)) {
                Object lock = locks.place(call.receiver());
                if (lock != null && graph.kind(call) == BlockingKind.LOCK) {
                    own.add(lock);
                } else if (lock != null && LockIdentity.unlocks(call) && !own.contains(lock)) {
                    known.add(lock);
                } else if (call.isOnItself() && graph.targets(call).size() == 1) {
                    known.addAll(unlocked(graph.targets(call).getFirst()));
                }
            }
            unlocked.put(method, known);
        }
        return known;
    }
}
