package io.heddle.fix.lock;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CodeReader;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.intra.MethodFacts.MonitorEnter;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The objects that fields hold for themselves: each is made for one field alone, and its class enters no monitor that
/// may be its own.
final class OwnObjects {

    private final CodeReader reader;
    private final Map<Field, Set<AbstractValue>> values = new HashMap<>();
    private final Map<AbstractValue, Field> homes = new HashMap<>();
    private final Set<Field> shared = new HashSet<>();
    private final Map<Type, Boolean> locking = new HashMap<>();

    /// @param facts of all methods of the target
    OwnObjects(CodeReader reader, Collection<MethodFacts> facts) {
        this.reader = reader;
        facts.stream().flatMap(one -> one.writes().stream()).forEach(write -> {
            AbstractValue value = AbstractValue.bare(write.value());
            values.computeIfAbsent(write.field(), _ -> new HashSet<>()).add(value);
            Field home = homes.putIfAbsent(value, write.field());
            if (home != null && home != write.field()) {
                shared.add(home);
                shared.add(write.field());
            }
        });
    }

    /// The classes of a field's objects; empty where one of them is not its own.
    List<Type> of(Field field) {
        Set<AbstractValue> written = values.getOrDefault(field, Set.of());
        boolean own = !shared.contains(field)
                && written.stream()
                        .allMatch(value -> value instanceof AbstractValue.New made
                                && !made.type().isTarget()
                                && made.type().isWhole()
                                && !locksItself(made.type()));
        return own
                ? written.stream()
                        .map(value -> ((AbstractValue.New) value).type())
                        .distinct()
                        .toList()
                : List.of();
    }

    private boolean locksItself(Type type) {
        return locking.computeIfAbsent(type, this::find);
    }

    private boolean find(Type type) {
        if (type.isBelow("java.lang.Thread") || type.isBelow("java.lang.ClassLoader")) {
            return true;
        }
        for (Type at = type; at != null; at = at.superType()) {
            for (Method method : List.copyOf(at.methods())) {
                if (method.isSynchronized() && !method.isStatic() || entersItself(method, type)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean entersItself(Method method, Type type) {
        try {
            return reader.interpret(method).holds()
                    && reader.monitors(method).stream().anyMatch(enter -> mayBe(enter, type));
        } catch (RuntimeException damaged) {
            return true;
        }
    }

    private static boolean mayBe(MonitorEnter enter, Type type) {
        AbstractValue value = AbstractValue.bare(enter.object());
        return switch (value) {
            case AbstractValue.This _ -> true;
            case AbstractValue.New _, AbstractValue.Text _, AbstractValue.Flag _ -> false;
            case AbstractValue.Typed typed -> mayBe(typed.type(), type);
            case AbstractValue.FieldRead read -> mayBe(read.field().descriptor().replaceAll("^L|;$", ""), type);
            case AbstractValue.Result result ->
                mayBe(result.call().signature().result().replaceAll("^L|;$", ""), type);
            case AbstractValue.Parameter parameter -> mayBe(parameter.type(), type);
            case AbstractValue.Captured captured -> mayBe(captured.parameter().type(), type);
            case AbstractValue.Any _, AbstractValue.Null _, AbstractValue.Union _, AbstractValue.Cast _ -> true;
        };
    }

    private static boolean mayBe(String name, Type type) {
        return name.isEmpty() || name.equals("java/lang/Object") || type.isBelow(name.replace('/', '.'));
    }
}
