package io.heddle.analysis.paths;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CodeReader;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Tells which fields keep the value that they begin with, 0 or null: a feature that is off, and that nothing turns on.
///
/// Of a library all that it offers may be called, so that only its own code can leave a field unset. In an application
/// all callers are here: the method of a library that sets a field is there, and nothing gets to it. What no code sets
/// at all is set by reflection, and so may be whatever an application's own fields are. For one thread.
final class UnsetFields {

    /// Classes by which code sets fields that it names.
    private static final Set<String> SETS_BY_NAME = Set.of(
            "java/lang/invoke/VarHandle",
            "sun/misc/Unsafe",
            "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
            "java/util/concurrent/atomic/AtomicLongFieldUpdater");

    private final CodeReader reader;
    private final CallGraph graph;
    private final boolean whole;
    private final Map<Field, Boolean> known = new HashMap<>();

    /// @param whole whether all libraries of an application are here
    UnsetFields(CodeReader reader, CallGraph graph, boolean whole) {
        this.reader = reader;
        this.graph = graph;
        this.whole = whole;
    }

    boolean has(Field field) {
        return known.computeIfAbsent(field, this::find);
    }

    private boolean find(Field field) {
        Type owner = field.owner();
        boolean allWritersAreHere = whole ? !owner.isTarget() : owner.isTarget() && !field.externallyWritable();
        return allWritersAreHere
                && !owner.isJdk()
                && !field.is(AccessFlag.FINAL)
                && graph.writes(field).stream().map(AbstractValue::bare).allMatch(AbstractValue::isNothing)
                && owner.file() != null
                && SETS_BY_NAME.stream().noneMatch(owner.file()::mentions)
                && (!graph.writes(field).isEmpty() || whole && isSetSomewhere(field));
    }

    private boolean isSetSomewhere(Field field) {
        return field.owner().methods().stream()
                .filter(method -> !graph.isReached(method))
                .anyMatch(method -> writes(method).stream().anyMatch(write -> write.field() == field));
    }

    // A method whose code is damaged sets nothing that is known.
    private List<MethodFacts.Write> writes(Method method) {
        try {
            return reader.interpret(method).writes();
        } catch (RuntimeException damaged) {
            return List.of();
        }
    }
}
