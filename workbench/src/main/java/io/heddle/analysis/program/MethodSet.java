package io.heddle.analysis.program;

import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/// Methods, each once, in the order in which they were added: what a search over the whole program has reached. It asks
/// for a bit where a hash set follows several references. Nothing is taken out of it. While it grows it is for one
/// thread.
public final class MethodSet extends AbstractSet<Method> {

    private final BitSet ids = new BitSet();
    private final List<Method> methods = new ArrayList<>();

    /// An empty one.
    public MethodSet() {}

    /// Begins with some.
    public MethodSet(Collection<Method> first) {
        addAll(first);
    }

    @Override
    public boolean add(Method method) {
        int id = method.id();
        if (ids.get(id)) {
            return false;
        }
        ids.set(id);
        return methods.add(method);
    }

    @Override
    public boolean contains(Object other) {
        return other instanceof Method method && ids.get(method.id());
    }

    @Override
    public Iterator<Method> iterator() {
        return Collections.unmodifiableList(methods).iterator();
    }

    @Override
    public int size() {
        return methods.size();
    }
}
