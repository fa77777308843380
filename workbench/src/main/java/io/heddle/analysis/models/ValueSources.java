package io.heddle.analysis.models;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import java.util.List;

/// Where values may come from beyond the method that uses them, as far as a phase knows.
public interface ValueSources {

    /// What reached code writes to a field.
    List<AbstractValue> writes(Field field);

    /// What a method returns.
    List<AbstractValue> returns(Method method);

    /// What a call may run; empty where that is not known.
    List<Method> targets(CallSite call);

    /// The calls that may run a method.
    List<CallSite> callers(Method method);
}
