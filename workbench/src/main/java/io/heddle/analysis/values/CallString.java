package io.heddle.analysis.values;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import org.jspecify.annotations.Nullable;

/// The calls through which a path got to a method, which tell what its parameters are there.
///
/// @param outer the same of the caller; null where any call may be meant
/// @param memory whether the object that the method runs on was made with streams, all of which end in memory
public record CallString(CallSite call, @Nullable CallString outer, boolean memory) {

    /// What the outermost caller has for a value that each caller is handed by the one before.
    public AbstractValue origin(AbstractValue value) {
        AbstractValue at = AbstractValue.bare(value);
        for (CallString calls = this;
                calls != null && at instanceof AbstractValue.Parameter parameter;
                calls = calls.outer) {
            at = AbstractValue.bare(calls.call.argument(parameter.index()));
        }
        return at;
    }
}
