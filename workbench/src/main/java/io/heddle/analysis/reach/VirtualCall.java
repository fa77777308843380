package io.heddle.analysis.reach;

import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A virtual method as it is called on one declared type, and all that it may run on the objects that reached
/// code makes. All calls of the same method on the same type share it.
public final class VirtualCall {

    private final Signature signature;
    private final Set<Method> found = new LinkedHashSet<>(2);
    private List<Method> targets = List.of();
    private boolean followed;

    VirtualCall(Signature signature) {
        this.signature = signature;
    }

    Signature signature() {
        return signature;
    }

    /// @return whether this is the first call of it that is reached
    boolean follow() {
        boolean first = !followed;
        followed = true;
        return first;
    }

    /// @return whether the target is new
    boolean add(Method target) {
        return found.add(target);
    }

    boolean hasNone() {
        return found.isEmpty();
    }

    /// Nothing more is reached.
    void settle() {
        targets = List.copyOf(found);
    }

    /// All that it may run, in the order in which it was found.
    public List<Method> targets() {
        return targets;
    }
}
