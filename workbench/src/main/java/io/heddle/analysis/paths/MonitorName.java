package io.heddle.analysis.paths;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.LockSet;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.model.ClojureNames;
import java.util.List;

/// Names the monitor that is held during a call, so that findings of one monitor are told as one cause.
final class MonitorName {

    private MonitorName() {}

    /// The field or class that the monitor belongs to; empty where none is held.
    ///
    /// @param callsBack whether the callee calls back what it is handed: then the monitor may be its own
    static String of(CallSite call, boolean callsBack) {
        LockSet held = call.held();
        return held != null
                ? of(held.outermost().object(), call.caller())
                : callsBack ? of(call.receiver(), call.caller()) : "";
    }

    private static String of(AbstractValue object, Method holder) {
        return switch (AbstractValue.bare(object)) {
            case AbstractValue.FieldRead read -> of(read.field());
            case AbstractValue.This self -> self.type().binaryName();
            case AbstractValue.Union union -> of(union.members(), holder);
            // A static method's is its class; what else is locked is told apart by method.
            default -> holder.isSynchronized() ? holder.owner().binaryName() + ".class" : holder.qualifiedName();
        };
    }

    private static String of(Field field) {
        String owner = field.owner().binaryName();
        // A var of Clojure, else a field.
        return ClojureNames.loaded(owner)
                .map(namespace -> namespace + "/" + field.name())
                .orElseGet(() -> owner + "." + field.name());
    }

    private static String of(List<AbstractValue> members, Method holder) {
        List<String> names =
                members.stream().map(member -> of(member, holder)).distinct().toList();
        return names.size() == 1 ? names.getFirst() : holder.qualifiedName();
    }
}
