package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.reach.Visibility;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Tells which lock a call locks or unlocks. A lock is known by the field that holds it; by its class, where the
/// program has a lock class of its own; or by the class that keeps several of them.
final class LockIdentity {

    private static final String FOR_READING = "readLock";
    private static final Set<String> HALVES = Set.of(FOR_READING, "writeLock");

    private final CallGraph graph;
    private final Visibility visibility;

    LockIdentity(CallGraph graph, Visibility visibility) {
        this.graph = graph;
        this.visibility = visibility;
    }

    /// One of several locks that a class keeps, as in an array: they are taken to be locked for the same
    /// purpose.
    private record OneOf(Type owner) {}

    /// The lock that a call locks; null where it is not known.
    @Nullable
    Object of(CallSite locking) {
        AbstractValue lock = whole(locking.receiver());
        if (lock == AbstractValue.ANY) {
            return new OneOf(locking.caller().owner());
        }
        if (lock instanceof AbstractValue.FieldRead || lock instanceof AbstractValue.New) {
            return lies(lock);
        }
        return lock instanceof AbstractValue.This self && !self.type().isJdk()
                ? self.type()
                : locking.declared().isJdk() ? null : locking.declared();
    }

    /// The field or allocation site where a lock lies; null where that is not known.
    @Nullable
    Object place(AbstractValue lock) {
        return lies(whole(lock));
    }

    private static @Nullable Object lies(AbstractValue whole) {
        return switch (whole) {
            case AbstractValue.FieldRead read -> read.field();
            case AbstractValue.New made -> made;
            default -> null;
        };
    }

    /// Whether external code may hold a lock: it lies in a field that is published, or behind a getter that is.
    boolean isPublished(AbstractValue lock) {
        AbstractValue at = AbstractValue.bare(lock);
        if (at instanceof AbstractValue.FieldRead read && isPublished(read.field())) {
            return true;
        }
        return halves(at).anyMatch(this::isBehindPublic);
    }

    private static boolean isPublished(Field field) {
        return field.is(AccessFlag.PUBLIC)
                && field.owner().isExternallyVisible()
                && !field.owner().isInternal();
    }

    /// Whether a call locks the half of a lock that is for reading.
    boolean isForReading(CallSite locking) {
        return locking.signature().name().equals(FOR_READING) || isForReading(locking.receiver());
    }

    /// Whether a lock is the half that is for reading.
    boolean isForReading(AbstractValue lock) {
        return Optional.ofNullable(halving(lock))
                .filter(call -> call.signature().name().equals(FOR_READING))
                .isPresent();
    }

    // A lock for reading or writing is one half of a lock: that of a field, or one that is made where both
    // halves are.
    private AbstractValue whole(AbstractValue lock) {
        List<AbstractValue> wholes = halves(lock).map(this::got).distinct().toList();
        return wholes.size() == 1 ? wholes.getFirst() : lock;
    }

    // What the lock may be, or what it may be a half of.
    private Stream<AbstractValue> halves(AbstractValue lock) {
        return AbstractValue.members(AbstractValue.bare(lock)).stream()
                .map(one -> Optional.ofNullable(halving(one))
                        .map(CallSite::receiver)
                        .orElse(one));
    }

    /// What getters lead to, and whether external code may call one of them.
    private record Got(AbstractValue value, boolean publicly) {}

    // What a getter returns, be it the result of another getter.
    private Got follow(AbstractValue lock) {
        AbstractValue at = AbstractValue.bare(lock);
        boolean publicly = false;
        for (int getters = 0; getters < Limits.Traces.GETTERS; getters++) {
            Method getter = getter(at);
            if (getter == null) {
                break;
            }
            publicly |= !isOwn(getter);
            at = AbstractValue.bare(graph.returns(getter).getFirst());
        }
        return new Got(at, publicly);
    }

    private AbstractValue got(AbstractValue lock) {
        AbstractValue at = follow(lock).value();
        return at instanceof AbstractValue.FieldRead ? at : AbstractValue.bare(lock);
    }

    private boolean isBehindPublic(AbstractValue lock) {
        Got got = follow(lock);
        return got.value() instanceof AbstractValue.FieldRead read && (got.publicly() || isPublished(read.field()));
    }

    // The one method that returned a value, and that returns one value; null where it is not known.
    private @Nullable Method getter(AbstractValue value) {
        List<Method> targets = value instanceof AbstractValue.Result result ? graph.targets(result.call()) : List.of();
        return targets.size() == 1 && graph.returns(targets.getFirst()).size() == 1 ? targets.getFirst() : null;
    }

    // A compiler writes a synthetic accessor for the classes of one source file.
    private boolean isOwn(Method getter) {
        return visibility.effectivelyInternal(getter) || getter.is(AccessFlag.SYNTHETIC) && getter.isStatic();
    }

    // The call that returns the half of a lock that a value is; null where it is none.
    private @Nullable CallSite halving(AbstractValue lock) {
        AbstractValue at = AbstractValue.bare(lock) instanceof AbstractValue.FieldRead read
                        && graph.writes(read.field()).size() == 1
                ? graph.writes(read.field()).getFirst()
                : lock;
        return AbstractValue.bare(at) instanceof AbstractValue.Result result
                        && HALVES.contains(result.call().signature().name())
                ? result.call()
                : null;
    }

    /// Offset of the last call that unlocks what a call locks, before it is locked again; -1 where there is
    /// none.
    ///
    /// @param failed whether the unlocking of handlers counts
    int unlocked(Method method, CallSite locking, boolean failed) {
        Object lock = place(locking.receiver());
        int end = -1;
        for (CallSite call : graph.calls(method)) {
            boolean again = call.signature() == locking.signature() && call.declared() == locking.declared();
            boolean ends = unlocks(call);
            if (call.offset() > locking.offset()
                    && (failed || call.isNonExceptional() || !locking.isNonExceptional())
                    && (again || ends)
                    && !isOfAnother(call, lock)) {
                if (end >= 0 && again) {
                    return end;
                }
                end = ends ? call.offset() : end;
            }
        }
        return end;
    }

    // A method may use several locks of the JDK, nested or one after the other.
    private boolean isOfAnother(CallSite call, @Nullable Object lock) {
        Object other = lock == null || !call.declared().isJdk() ? null : place(call.receiver());
        return other != null && !other.equals(lock);
    }

    /// Whether a call unlocks, by its name.
    static boolean unlocks(CallSite call) {
        String name = call.signature().name();
        return name.contains("unlock") || name.contains("Unlock");
    }

    /// Whether a call waits for a condition, which gives the lock back, or unlocks, which takes no time.
    /// Locks between JVMs, where unlocking does take time, rarely implement the JDK's interface.
    static boolean isOfLock(CallSite call) {
        return call.declared().name().equals("java/util/concurrent/locks/Condition")
                || call.declared().isJdk() && unlocks(call);
    }
}
