package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ForkJoinTask;
import org.jspecify.annotations.Nullable;

/// Tells whose locks nobody else can hold: objects of which only their owner knows, and whose locks it holds for long
/// under its own monitor alone. Who has the monitor finds such a lock free.
final class Guards {

    /// How far up callers are asked whether they hold the monitor.
    private static final int DEPTH = 4;

    private final Witnesses witnesses;
    private final Map<Field, Boolean> known = new HashMap<>();
    private final ForkJoinTask<Uses> uses;

    Guards(Witnesses witnesses, ForkJoinTask<Uses> uses) {
        this.witnesses = witnesses;
        this.uses = uses;
    }

    /// What is done with the objects in private fields that are written once.
    ///
    /// @param calls on them
    /// @param leaked those that are handed to others
    record Uses(Map<Field, List<Call>> calls, Set<Field> leaked) {

        static Uses of(List<Method> reached) {
            Uses uses = new Uses(new HashMap<>(), new HashSet<>());
            for (Method method : reached) {
                for (Call call : method.body.calls()) {
                    uses.add(call);
                }
                method.body.returns().forEach(uses::leak);
                method.body.writes().forEach(write -> uses.leak(write.value()));
            }
            return uses;
        }

        private void add(Call call) {
            for (int i = 0; i < call.arguments.size(); i++) {
                Field field = own(call.arguments.get(i));
                if (field != null && i == 0 && call.how != How.STATIC) {
                    calls.computeIfAbsent(field, _ -> new ArrayList<>(2)).add(call);
                } else {
                    leak(call.arguments.get(i));
                }
            }
        }

        private void leak(Value value) {
            switch (Value.bare(value)) {
                case Value.Union union -> union.members().forEach(this::leakOne);
                case Value bare -> leakOne(bare);
            }
        }

        private void leakOne(Value value) {
            Field field = own(value);
            if (field != null) {
                leaked.add(field);
            }
        }
    }

    private static @Nullable Field own(Value value) {
        return Value.bare(value) instanceof Value.FieldRead read
                        && read.field().is(AccessFlag.PRIVATE)
                        && read.field().is(AccessFlag.FINAL)
                ? read.field()
                : null;
    }

    /// Whether a call is made on an object whose locks the owner's monitor guards.
    boolean guards(Call call) {
        Field field = own(call.receiver());
        return field != null && known.computeIfAbsent(field, this::isGuarded);
    }

    private boolean isGuarded(Field field) {
        Uses all = uses.join();
        return !field.is(AccessFlag.STATIC)
                && !all.leaked.contains(field)
                && field.writes.stream().allMatch(Value.New.class::isInstance)
                && all.calls.getOrDefault(field, List.of()).stream()
                        .filter(this::locks)
                        .allMatch(call ->
                                holdsOwn(call, DEPTH) || witnesses.locks().isBrief(call));
    }

    private boolean locks(Call call) {
        return call.targets.stream().anyMatch(target -> witnesses.of(Kind.LOCK, target) != null);
    }

    // The monitor of the object whose method it is, entered here or by all who call this.
    private static boolean holdsOwn(Call call, int depth) {
        for (Held held = call.held; held != null; held = held.outer()) {
            if (held.object() instanceof Value.This) {
                return true;
            }
        }
        Method method = call.caller;
        return depth > 0
                && method.is(AccessFlag.PRIVATE)
                && !method.isStatic()
                && !method.callers.isEmpty()
                && method.callers.stream()
                        .allMatch(caller -> caller.receiver() instanceof Value.This && holdsOwn(caller, depth - 1));
    }
}
