package io.heddle.analysis.paths;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.program.Field;
import java.util.Map;
import java.util.Set;

/// What is known on a path of what a method is given, and of the object that it runs on.
///
/// @param passed constants and classes by the parameters' indexes, see [ConstantPropagation]
/// @param set fields of the object itself that are not null
record PathFacts(Map<Integer, AbstractValue> passed, Set<Field> set) {

    public static final PathFacts NOTHING = new PathFacts(Map.of(), Set.of());

    /// What a parameter is, or a field of the object itself; [AbstractValue#ANY] where that is unknown.
    AbstractValue of(AbstractValue asked) {
        return switch (asked) {
            case AbstractValue.Parameter parameter -> passed.getOrDefault(parameter.index(), AbstractValue.ANY);
            case AbstractValue.FieldRead read when set.contains(read.field()) -> read;
            default -> AbstractValue.ANY;
        };
    }
}
