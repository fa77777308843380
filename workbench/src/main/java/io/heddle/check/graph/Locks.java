package io.heddle.check.graph;

import java.lang.reflect.AccessFlag;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Tells long locks from short ones. A lock whose holders never wait is free again in no time: to wait for it does no
/// harm.
///
/// A lock is known by the field that holds it, where not everybody sees that, or by its class where the program has a
/// class of locks of its own, or by the class that keeps several of them. Any other is taken for a long one. What is
/// done under it once, where a component starts or ends, or where somebody writes the whole object out, does not make
/// it long.
final class Locks {

    // Not strangers' code, nor that of an interface which only says that it may block: that it does is only
    // possible, and that somebody waits for the lock meanwhile too.
    private static final Set<Kind> LONG = Set.of(
            Kind.SLEEP,
            Kind.WAIT,
            Kind.PARK,
            Kind.NETWORK,
            Kind.DNS,
            Kind.DATABASE,
            Kind.PROCESS,
            Kind.FILE,
            Kind.STREAM);

    private static final String FOR_READING = "readLock";
    private static final Set<String> HALVES = Set.of(FOR_READING, "writeLock");
    /// Whatever waits farther away is hardly what the lock is held for.
    private static final int FARTHEST = 6;
    /// Likewise of a lock for reading, which keeps others only when somebody wants to write meanwhile.
    private static final int FARTHEST_READER = 3;
    /// How far up callers are asked where a lock is given back.
    private static final int DEPTH = 3;

    private final Witnesses witnesses;
    private final Strangers strangers;
    private final LifeCycle life;
    private final Set<Object> longOnes = new HashSet<>();
    /// Those that are held long for writing, or as a whole.
    private final Set<Object> longWritten = new HashSet<>();
    /// Those that somebody takes for writing, or as a whole, while requests are served.
    private final Set<Object> written = new HashSet<>();

    /// One of several locks that a class keeps, as in an array: they are locked for the like.
    private record OneOf(Type owner) {}

    Locks(Witnesses witnesses, Strangers strangers, LifeCycle life) {
        this.witnesses = witnesses;
        this.strangers = strangers;
        this.life = life;
    }

    /// Marks those of the calls that wait for a short lock only.
    ///
    /// @param locking all that wait for a lock
    void judge(List<Call> locking) {
        for (Call call : locking) {
            Object lock = identity(call);
            if (lock != null) {
                note(call, lock, isForReading(call), isHeldLong(call.caller, call, DEPTH));
            } else if (Value.bare(call.receiver()) instanceof Value.Parameter parameter) {
                noteHanded(call, parameter, false, DEPTH);
            }
        }
        for (Call call : locking) {
            Object lock = identity(call);
            if (lock != null && !(isForReading(call) ? keepsReaders(lock) : longOnes.contains(lock))) {
                call.sink = Kind.SHORT_LOCK;
            }
        }
    }

    private void note(Call locking, Object lock, boolean reads, boolean isLong) {
        if (isLong) {
            longOnes.add(lock);
            if (!reads) {
                longWritten.add(lock);
            }
        }
        if (!reads && !life.bounds(locking.caller)) {
            written.add(lock);
        }
    }

    // Helpers lock what they are handed, for their callers or while they run a function of theirs.
    private void noteHanded(Call locking, Value.Parameter parameter, boolean before, int depth) {
        Method helper = locking.caller;
        boolean unlocks = unlocked(helper, locking) >= 0;
        boolean itself = before || unlocks && isHeldLong(helper, locking, 0);
        for (Call call : helper.callers) {
            Value lock = call.argument(parameter.index());
            Object known = place(whole(lock));
            boolean isLong = itself
                    || (unlocks
                            ? call.callbacks.stream().anyMatch(callback -> isLong(callback.target(), FARTHEST))
                            : known != null && isHeldLong(call.caller, call, DEPTH));
            if (known != null) {
                note(call, known, half(lock).filter(FOR_READING::equals).isPresent(), isLong);
            } else if (depth > 0 && Value.bare(lock) instanceof Value.Parameter further) {
                noteHanded(call, further, isLong, depth - 1);
            }
        }
    }

    /// Whether a call takes a lock, leaves it to its caller, and that gives it back at once.
    boolean isBrief(Call call) {
        return !call.targets.isEmpty()
                && call.targets.stream()
                        .allMatch(target -> target.body.calls().stream()
                                .anyMatch(inside -> isLock(inside) && unlocked(target, inside) < 0))
                && !isHeldLong(call.caller, call, 0);
    }

    private static boolean isLock(Call call) {
        return call.sink == Kind.LOCK || call.sink == Kind.SHORT_LOCK;
    }

    /// Whether a helper waits for a short lock that it was handed.
    ///
    /// @param way the calls to it; null where nothing calls it
    boolean isHandedShort(Call locking, Streams.@Nullable Given way) {
        if (way == null || !(Value.bare(locking.receiver()) instanceof Value.Parameter)) {
            return false;
        }
        Object lock = place(whole(way.origin(locking.receiver())));
        return lock != null && !longOnes.contains(lock);
    }

    // Readers wait for who writes, and behind who waits for readers in order to write.
    private boolean keepsReaders(Object lock) {
        return longWritten.contains(lock) || longOnes.contains(lock) && written.contains(lock);
    }

    private static boolean isForReading(Call locking) {
        return locking.signature.name().equals(FOR_READING)
                || half(locking.receiver()).filter(FOR_READING::equals).isPresent();
    }

    private static @Nullable Object identity(Call locking) {
        Value lock = whole(locking.receiver());
        if (lock == Value.ANY) {
            return new OneOf(locking.caller.owner);
        }
        if (lock instanceof Value.FieldRead || lock instanceof Value.New) {
            return place(lock);
        }
        return lock instanceof Value.This self && !self.type().isJdk()
                ? self.type()
                : locking.declared.isJdk() ? null : locking.declared;
    }

    // Where a lock lies; null where that is nowhere, or open to everybody.
    private static @Nullable Object place(Value whole) {
        return switch (whole) {
            case Value.FieldRead read ->
                read.field().is(AccessFlag.PUBLIC)
                                && read.field().owner.isOpen()
                                && !read.field().owner.isInternal()
                        ? null
                        : read.field();
            case Value.New made -> made;
            default -> null;
        };
    }

    // A lock for reading or writing is half of one: that of a field, or one that is made where both halves are.
    private static Value whole(Value lock) {
        List<Value> wholes = Value.members(Value.bare(lock)).stream()
                .map(one -> got(
                        Optional.ofNullable(halving(one)).map(Call::receiver).orElse(one)))
                .distinct()
                .toList();
        return wholes.size() == 1 ? wholes.getFirst() : lock;
    }

    // What a getter returns that no stranger calls.
    private static Value got(Value lock) {
        Value bare = Value.bare(lock);
        if (bare instanceof Value.Result result && result.call.targets.size() == 1) {
            Method getter = result.call.targets.getFirst();
            return getter.isForItsOwn()
                            && getter.body.returns().size() == 1
                            && Value.bare(getter.body.returns().getFirst()) instanceof Value.FieldRead read
                    ? read
                    : bare;
        }
        return bare;
    }

    private static Optional<String> half(Value lock) {
        return Optional.ofNullable(halving(lock)).map(call -> call.signature.name());
    }

    // The call that gives the half of a lock that a value is; null where it is none.
    private static @Nullable Call halving(Value lock) {
        Value at = Value.bare(lock) instanceof Value.FieldRead read
                        && read.field().writes.size() == 1
                ? read.field().writes.getFirst()
                : lock;
        return Value.bare(at) instanceof Value.Result result && HALVES.contains(result.call.signature.name())
                ? result.call
                : null;
    }

    // What lies in the code between the locking and the last unlocking is taken to run under the lock. A method
    // that does not unlock leaves the lock to its callers.
    private boolean isHeldLong(Method method, Call locking, int depth) {
        if (life.bounds(method) || method.isForSerialization()) {
            return false;
        }
        int end = unlocked(method, locking);
        int farthest = isForReading(locking) ? FARTHEST_READER : FARTHEST;
        if (end < 0) {
            return depth == 0
                    || method.callers.isEmpty()
                    || method.callers.stream().anyMatch(call -> isHeldLong(call.caller, call, depth - 1));
        }
        return method.body.calls().stream()
                .filter(call -> call.offset > locking.offset
                        && call.offset < end
                        && call.normal
                        && !isOfLock(call)
                        && !life.once(call))
                .anyMatch(call -> LONG.contains(call.sink == null ? Kind.LOG : call.sink)
                        || !runsOneOfItsKind(call) && runsLong(call, farthest)
                        || call.callbacks.stream().anyMatch(callback -> isLong(callback.target(), farthest)));
    }

    // What runs on a field's object is likely what the objects run that the field's own code makes for it.
    private boolean runsLong(Call call, int farthest) {
        List<Method> targets = call.targets;
        if (targets.size() > 1 && Value.bare(call.receiver()) instanceof Value.FieldRead read) {
            Set<Method> likely = read.field().writes.stream()
                    .filter(Value.New.class::isInstance)
                    .map(made -> ((Value.New) made).type.resolve(call.signature))
                    .collect(Collectors.toSet());
            targets = targets.stream().anyMatch(likely::contains)
                    ? targets.stream().filter(likely::contains).toList()
                    : targets;
        }
        return targets.stream().anyMatch(target -> isLong(target, farthest));
    }

    private boolean isLong(Method target, int farthest) {
        return !life.bounds(target) && LONG.stream().anyMatch(kind -> leadsTo(kind, target, farthest));
    }

    private boolean leadsTo(Kind kind, Method target, int farthest) {
        Witness witness = witnesses.of(kind, target);
        if (witness != null && witness.depth() > farthest) {
            return false;
        }
        while (witness != null && witness.target() != null) {
            if (witness.call() != null && (isOfLock(witness.call()) || runsOneOfItsKind(witness.call()))) {
                return false;
            }
            witness = witnesses.of(kind, witness.target());
        }
        return witness != null && (witness.call() == null || !isOfLock(witness.call()));
    }

    // Which of the functions of its kind runs there is known where it is handed in, and else says nothing of this
    // lock.
    private boolean runsOneOfItsKind(Call call) {
        return call.targets.size() > 1 && strangers.throughFunction(call);
    }

    // Offset of the last call that unlocks, before it is locked again; -1 where there is none.
    private static int unlocked(Method method, Call locking) {
        Object lock = place(whole(locking.receiver()));
        int end = -1;
        for (Call call : method.body.calls()) {
            boolean again = call.signature == locking.signature && call.declared == locking.declared;
            boolean ends = unlocks(call.signature.name());
            if (call.offset > locking.offset
                    && (call.normal || !locking.normal)
                    && (again || ends)
                    && !isOfAnother(call, lock)) {
                if (end >= 0 && again) {
                    return end;
                }
                end = ends ? call.offset : end;
            }
        }
        return end;
    }

    // A method may use several locks of the JDK, one within or after the other.
    private static boolean isOfAnother(Call call, @Nullable Object lock) {
        Object other = lock == null || !call.declared.isJdk() ? null : place(whole(call.receiver()));
        return other != null && !other.equals(lock);
    }

    private static boolean unlocks(String name) {
        return name.contains("unlock") || name.contains("Unlock");
    }

    // Waiting for a condition gives the lock back, and to give one back takes no time: those of other JVMs for
    // which it does are rarely behind the JDK's interface.
    private static boolean isOfLock(Call call) {
        return call.declared.name.equals("java/util/concurrent/locks/Condition")
                || call.declared.isJdk() && unlocks(call.signature.name());
    }
}
