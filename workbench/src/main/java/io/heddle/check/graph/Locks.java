package io.heddle.check.graph;

import java.lang.reflect.AccessFlag;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Tells long locks from short ones. A lock whose holders never wait is free again in no time: to wait for it does no harm.
///
/// A lock is known by the field that holds it. One that is anything else, or that its own class takes, is taken for a long one.
final class Locks {

    private static final Set<Kind> LONG = Set.of(Kind.SLEEP, Kind.WAIT, Kind.PARK, Kind.NETWORK, Kind.DNS, Kind.DATABASE, Kind.PROCESS, Kind.FILE, Kind.STREAM, Kind.CONTRACT,
            Kind.CALLBACK);

    private final Witnesses witnesses;
    private final Set<Field> longOnes = new HashSet<>();

    Locks(Witnesses witnesses) {
        this.witnesses = witnesses;
    }

    /// Marks the calls that wait for a short lock only.
    void judge(List<Method> reached) {
        for (Method method : reached) {
            for (Call call : method.body.calls()) {
                if (call.sink == Kind.LOCK && Value.bare(call.receiver()) instanceof Value.FieldRead read && isHeldLong(method, call)) {
                    longOnes.add(read.field());
                }
            }
        }
        for (Method method : reached) {
            for (Call call : method.body.calls()) {
                if (call.sink == Kind.LOCK && Value.bare(call.receiver()) instanceof Value.FieldRead read && read.field().is(AccessFlag.PRIVATE)
                        && !longOnes.contains(read.field())) {
                    call.sink = Kind.SHORT_LOCK;
                }
            }
        }
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
