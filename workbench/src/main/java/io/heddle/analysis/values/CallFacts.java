package io.heddle.analysis.values;

import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.models.ValueSources;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is known of calls and of the code that they run, as far as a phase knows.
public interface CallFacts extends ValueSources {

    /// What a call blocks for itself; null where it does not, or what it runs tells.
    @Nullable
    BlockingKind kind(CallSite call);

    /// How many methods a call may run, where they are too many to be told apart; else 0.
    int unknownTargets(CallSite call);

    /// What the code of a method does.
    MethodFacts facts(Method method);

    boolean isReached(Method method);

    /// The classes below a type, and the type itself, of which reached code makes objects.
    List<Type> instantiatedBelow(Type type);
}
