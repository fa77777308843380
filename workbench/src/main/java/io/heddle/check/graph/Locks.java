package io.heddle.check.graph;

import java.lang.reflect.AccessFlag;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Tells long locks from short ones. A lock whose holders never wait is free again in no time: to wait for it does no harm.
///
/// A lock is known by the field that holds it, where no stranger sees that, or by its class where the program has a class of locks of its
/// own. Any other is taken for a long one.
final class Locks {

    // Not strangers' code: that it blocks is only possible, and that somebody waits for the lock meanwhile too.
    private static final Set<Kind> LONG = Set.of(Kind.SLEEP, Kind.WAIT, Kind.PARK, Kind.NETWORK, Kind.DNS, Kind.DATABASE, Kind.PROCESS, Kind.FILE, Kind.STREAM, Kind.CONTRACT);

    private final Witnesses witnesses;
    private final Set<Object> longOnes = new HashSet<>();

    Locks(Witnesses witnesses) {
        this.witnesses = witnesses;
    }

    /// Marks the calls that wait for a short lock only.
    void judge(List<Method> reached) {
        for (Method method : reached) {
            for (Call call : method.body.calls()) {
                Object lock = call.sink == Kind.LOCK ? identity(call) : null;
                if (lock != null && isHeldLong(method, call)) {
                    longOnes.add(lock);
                }
            }
        }
        for (Method method : reached) {
            for (Call call : method.body.calls()) {
                Object lock = call.sink == Kind.LOCK ? identity(call) : null;
                if (lock != null && !longOnes.contains(lock)) {
                    call.sink = Kind.SHORT_LOCK;
                }
            }
        }
    }

    private static @Nullable Object identity(Call locking) {
        Value lock = Value.bare(locking.receiver());
        if (lock instanceof Value.FieldRead read) {
            Field field = read.field();
            return field.is(AccessFlag.PUBLIC) || field.is(AccessFlag.PROTECTED) ? null : field;
        }
        return lock instanceof Value.This self && !self.type().isJdk() ? self.type() : locking.declared.isJdk() ? null : locking.declared;
    }

    // What follows the locking in the code is taken to run under the lock: where it is unlocked is not followed. A method that does not
    // unlock leaves the lock to its callers.
    private boolean isHeldLong(Method method, Call locking) {
        return method.body.calls().stream().noneMatch(call -> call.signature.name().startsWith("unlock")) || method.body.calls().stream().filter(call -> call.offset > locking.offset && call.normal && !isOwnCondition(call))
                .anyMatch(call -> LONG.contains(call.sink == null ? Kind.LOG : call.sink)
                        || call.targets.stream().anyMatch(target -> LONG.stream().anyMatch(kind -> witnesses.of(kind, target) != null)));
    }

    // Waiting for a condition gives the lock back.
    private static boolean isOwnCondition(Call call) {
        return call.declared.name.equals("java/util/concurrent/locks/Condition");
    }
}
