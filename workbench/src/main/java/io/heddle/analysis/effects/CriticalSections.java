package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.callgraph.ExtensionPoints;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.reach.Visibility;
import io.heddle.analysis.values.CallString;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Tells which locks are held while something blocks. A lock whose holders never block is free again at once,
/// so that waiting for it does no harm: it is short. A lock that is not known is taken for a long one.
///
/// What is done once while a lock is held, where a component starts or ends, or where serialisation writes
/// the whole object, does not make it long.
public final class CriticalSections {

    private final CallGraph graph;
    private final BackwardReachability paths;
    private final ExtensionPoints extensions;
    private final LifecycleMethods lifecycle;
    private final LockIdentity locks;
    private final LockMethods methods;
    /// With a method that blocks while it holds the lock, one that does not end its use if there is one.
    private final Map<Object, Method> longOnes = new HashMap<>();
    /// Those that are held long for writing, or as a whole.
    private final Set<Object> longWritten = new HashSet<>();
    /// Those that are locked for writing, or as a whole, by code that is no lifecycle method.
    private final Set<Object> written = new HashSet<>();

    private final Set<CallSite> waits;
    private final Set<CallSite> shortOnes;

    /// @param paths to all but locks
    /// @param locking all calls that wait for a lock
    CriticalSections(
            CallGraph graph,
            Visibility visibility,
            BackwardReachability paths,
            ExtensionPoints extensions,
            LifecycleMethods lifecycle,
            List<CallSite> locking) {
        this.graph = graph;
        this.paths = paths;
        this.extensions = extensions;
        this.lifecycle = lifecycle;
        this.locks = new LockIdentity(graph, visibility);
        this.methods = new LockMethods(graph, locks, locking);
        this.waits = Set.copyOf(methods.waiting());
        for (CallSite call : methods.waiting()) {
            Object lock = methods.of(call);
            if (lock != null) {
                note(call, lock, methods.isForReading(call), longHolder(call.caller(), call, Limits.Traces.UNLOCKING));
            } else if (AbstractValue.bare(call.receiver()) instanceof AbstractValue.Parameter parameter) {
                noteHanded(call, parameter, null, Limits.Traces.UNLOCKING);
            }
        }
        this.shortOnes = methods.waiting().stream().filter(this::isShort).collect(Collectors.toSet());
    }

    /// All calls that wait for a lock.
    List<CallSite> waiting() {
        return methods.waiting();
    }

    /// The calls that wait for a short lock only.
    Set<CallSite> waitingShort() {
        return shortOnes;
    }

    /// The call in the method that a call runs which locks for it; null where the call locks itself.
    public @Nullable CallSite inside(CallSite waiting) {
        return methods.inside(waiting);
    }

    private boolean isShort(CallSite locking) {
        Object lock = methods.of(locking);
        return lock != null
                && !methods.isPublished(locking)
                && !(methods.isForReading(locking) ? keepsReaders(lock) : longOnes.containsKey(lock));
    }

    /// A method that blocks while it holds the lock that a call waits for; null where none is known to, and
    /// where the lock is not.
    ///
    /// @param path the calls to the method that waits, which may hand it the lock; null where nothing calls it
    public @Nullable Method longHolder(CallSite locking, @Nullable CallString path) {
        Object lock = methods.of(locking);
        if (lock == null && path != null) {
            lock = locks.place(path.origin(locking.receiver()));
        }
        return lock == null ? null : longOnes.get(lock);
    }

    private void note(CallSite locking, Object lock, boolean reads, @Nullable Method longHolder) {
        if (longHolder != null) {
            longOnes.merge(lock, longHolder, (one, other) -> LifecycleMethods.ends(one) ? other : one);
            if (!reads) {
                longWritten.add(lock);
            }
        }
        if (!reads && !lifecycle.isLifecycleMethod(locking.caller())) {
            written.add(lock);
        }
    }

    // A helper locks its parameter, for its callers or while it runs a function that it is given.
    private void noteHanded(CallSite locking, AbstractValue.Parameter parameter, @Nullable Method before, int depth) {
        Method helper = locking.caller();
        boolean unlocks = methods.end(locking) >= 0;
        Method itself = before != null ? before : unlocks ? longHolder(helper, locking, 0) : null;
        for (CallSite call : graph.callers(helper)) {
            AbstractValue lock = call.argument(parameter.index());
            Object known = locks.place(lock);
            Method holder = itself;
            if (holder == null && unlocks) {
                holder = graph.callbacks(call).stream()
                                .anyMatch(callback -> blocks(callback.target(), Limits.Paths.UNDER_LOCK))
                        ? call.caller()
                        : null;
            } else if (holder == null && known != null) {
                holder = longHolder(call.caller(), call, Limits.Traces.UNLOCKING);
            }
            if (known != null) {
                note(call, known, locks.isForReading(lock), holder);
            } else if (depth > 0 && AbstractValue.bare(lock) instanceof AbstractValue.Parameter further) {
                noteHanded(call, further, holder, depth - 1);
            }
        }
    }

    /// Whether a call takes a lock and leaves it to its caller, which gives it back at once.
    boolean isBrief(CallSite call) {
        return !graph.targets(call).isEmpty()
                && graph.targets(call).stream()
                        .allMatch(target -> graph.calls(target).stream()
                                .anyMatch(inside -> graph.kind(inside) == BlockingKind.LOCK && methods.end(inside) < 0))
                && longHolder(call.caller(), call, 0) == null;
    }

    /// Whether a helper waits for a short lock that it was handed.
    ///
    /// @param path the calls to it; null where nothing calls it
    public boolean isHandedShort(CallSite locking, @Nullable CallString path) {
        if (path == null || !(AbstractValue.bare(locking.receiver()) instanceof AbstractValue.Parameter)) {
            return false;
        }
        AbstractValue handed = path.origin(locking.receiver());
        Object lock = locks.place(handed);
        return lock != null && !locks.isPublished(handed) && !longOnes.containsKey(lock);
    }

    /// Whether a thread that gets to a call by calls on one object holds the lock already, and so takes it again.
    ///
    /// @param way calls that lead to it, each on the object whose method makes it; the last may be the call itself
    public boolean isHeldAlready(CallSite locking, List<CallSite> way) {
        Object lock = methods.of(locking);
        return lock != null
                && way.stream()
                        .anyMatch(call -> graph.calls(call.caller()).stream()
                                .takeWhile(before -> before != call)
                                .anyMatch(before -> waits.contains(before)
                                        && lock.equals(methods.of(before))
                                        && (methods.isForReading(locking) || !methods.isForReading(before))
                                        && (methods.end(before) < 0 || methods.end(before) > call.offset())));
    }

    // Readers wait for writers, and behind writers that wait for other readers.
    private boolean keepsReaders(Object lock) {
        return longWritten.contains(lock) || longOnes.containsKey(lock) && written.contains(lock);
    }

    // The code between the locking and the last unlocking is taken to run while the lock is held. A method
    // that does not unlock leaves the lock to its callers. Null where nothing is known to block.
    private @Nullable Method longHolder(Method method, CallSite locking, int depth) {
        if (lifecycle.isLifecycleMethod(method) || method.isForSerialization()) {
            return null;
        }
        int end = methods.end(locking);
        int farthest = methods.isForReading(locking) ? Limits.Paths.UNDER_READ_LOCK : Limits.Paths.UNDER_LOCK;
        if (end < 0) {
            return depth == 0 || graph.callers(method).isEmpty()
                    ? method
                    : graph.callers(method).stream()
                            .flatMap(call -> Stream.ofNullable(longHolder(call.caller(), call, depth - 1)))
                            .findFirst()
                            .orElse(null);
        }
        int endAfterFailure = methods.endAfterFailure(locking);
        boolean blocks = graph.calls(method).stream()
                .filter(call -> call.offset() > locking.offset()
                        && call.offset() < (call.isNonExceptional() ? end : endAfterFailure)
                        && !LockIdentity.isOfLock(call)
                        && !lifecycle.runsOnce(call))
                .anyMatch(call -> blocks(call, farthest));
        return blocks ? method : null;
    }

    private boolean blocks(CallSite call, int farthest) {
        BlockingKind kind = graph.kind(call);
        return kind != null && kind.surelyBlocks()
                || !isAmbiguousFunction(call) && runsBlocking(call, farthest)
                || graph.callbacks(call).stream().anyMatch(callback -> blocks(callback.target(), farthest));
    }

    // A call on the value of a field likely runs what the objects run that the code writes to it.
    private boolean runsBlocking(CallSite call, int farthest) {
        List<Method> targets = graph.targets(call);
        if (targets.size() > 1 && AbstractValue.bare(call.receiver()) instanceof AbstractValue.FieldRead read) {
            Set<Method> likely = graph.writes(read.field()).stream()
                    .filter(AbstractValue.New.class::isInstance)
                    .map(made -> ((AbstractValue.New) made).type().resolve(call.signature()))
                    .collect(Collectors.toSet());
            targets = targets.stream().anyMatch(likely::contains)
                    ? targets.stream().filter(likely::contains).toList()
                    : targets;
        }
        return targets.stream().anyMatch(target -> blocks(target, farthest));
    }

    private boolean blocks(Method target, int farthest) {
        return !lifecycle.isLifecycleMethod(target)
                && Arrays.stream(BlockingKind.values())
                        .anyMatch(kind -> kind.surelyBlocks() && leadsTo(kind, target, farthest));
    }

    private boolean leadsTo(BlockingKind kind, Method target, int farthest) {
        NextHop hop = paths.of(kind, target);
        if (hop != null && hop.depth() > farthest) {
            return false;
        }
        while (hop != null && hop.target() != null) {
            if (hop.call() != null && (LockIdentity.isOfLock(hop.call()) || isAmbiguousFunction(hop.call()))) {
                return false;
            }
            hop = paths.of(kind, hop.target());
        }
        return hop != null && (hop.call() == null || !LockIdentity.isOfLock(hop.call()));
    }

    // Which function runs there is known where it is handed in, and else says nothing of this lock.
    private boolean isAmbiguousFunction(CallSite call) {
        return graph.targets(call).size() > 1 && extensions.throughFunction(call);
    }
}
