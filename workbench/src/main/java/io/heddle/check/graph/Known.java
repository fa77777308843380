package io.heddle.check.graph;

import java.util.Map;
import java.util.Set;

/// What is known on a way of what a method is given, and of the object that it runs on.
///
/// @param passed by the parameters' indexes; see [Constants#passed]
/// @param set fields of the object itself that are not null
record Known(Map<Integer, Value> passed, Set<Field> set) {

    static final Known NOTHING = new Known(Map.of(), Set.of());

    boolean isNothing() {
        return passed.isEmpty() && set.isEmpty();
    }

    /// What a parameter is, or a field of the object itself; [Value#ANY] where that is unknown.
    Value of(Value asked) {
        return switch (asked) {
            case Value.Parameter parameter -> passed.getOrDefault(parameter.index(), Value.ANY);
            case Value.FieldRead read when set.contains(read.field()) -> read;
            default -> Value.ANY;
        };
    }
}
