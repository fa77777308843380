package io.heddle.check.graph;

import java.util.LinkedHashSet;
import java.util.Set;

/// A virtual method as it is called on a declared type, and all that it may run.
final class Selector {

    final Signature signature;
    final Set<Method> targets = new LinkedHashSet<>(2);

    Selector(Signature signature) {
        this.signature = signature;
    }
}
