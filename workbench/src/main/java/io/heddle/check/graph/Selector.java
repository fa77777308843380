package io.heddle.check.graph;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A virtual method as it is called on a declared type, and all that it may run.
final class Selector {

    final Signature signature;
    final Set<Method> targets = new LinkedHashSet<>(2);
    /// Whether its targets are looked for.
    boolean reached;

    /// The same as a list, in which calls share it; null until asked for.
    private @Nullable List<Method> all;

    /// Those of them that only known code calls; null until asked for.
    private @Nullable List<Method> knownByCallers;

    Selector(Signature signature) {
        this.signature = signature;
    }

    /// All that it may run, now that nothing more is reached.
    List<Method> all() {
        List<Method> known = all;
        if (known == null) {
            known = List.copyOf(targets);
            all = known;
        }
        return known;
    }

    /// Those of them that only known code calls. A method that all classes have is called by many and has many
    /// targets, of which these are few.
    List<Method> knownByCallers() {
        List<Method> known = knownByCallers;
        if (known == null) {
            known = targets.stream().filter(Method::isKnownByCallers).toList();
            knownByCallers = known;
        }
        return known;
    }
}
