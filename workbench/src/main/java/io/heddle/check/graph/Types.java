package io.heddle.check.graph;

import java.util.ArrayList;
import java.util.List;

/// The very classes that a value may be of: a few, or any.
final class Types {

    /// Any class. Not to be added to.
    static final Types ANY = new Types();
    /// No class at all. Not to be added to.
    static final Types NONE = new Types();

    private static final int MOST = 6;

    static {
        ANY.widen();
    }

    private List<Type> exact = List.of();
    private final int most;
    private boolean open;

    Types() {
        this(MOST);
    }

    /// @param most classes beyond which it may be any
    Types(int most) {
        this.most = most;
    }

    /// This class alone. Not to be added to.
    static Types of(Type type) {
        Types one = new Types();
        one.exact = List.of(type);
        return one;
    }

    /// Itself; any class, and none known, where it may be of any.
    Types ifKnown() {
        return open ? ANY : this;
    }

    /// What is known, and any class beside.
    Types orAny() {
        if (open || exact.isEmpty()) {
            return ANY;
        }
        Types more = new Types(most);
        more.exact = exact;
        more.open = true;
        return more;
    }

    /// Whether it may be of a class that is not among [#exact].
    boolean open() {
        return open;
    }

    List<Type> exact() {
        return exact;
    }

    boolean known() {
        return !open && !exact.isEmpty();
    }

    /// @return whether that was new
    boolean widen() {
        boolean changed = !open;
        open = true;
        return changed;
    }

    boolean add(Type type) {
        if (open || exact.contains(type)) {
            return false;
        }
        // Most stay empty, and those share one list.
        exact = exact.isEmpty() ? new ArrayList<>(2) : exact;
        exact.add(type);
        open = exact.size() > most;
        return true;
    }

    boolean add(Types other) {
        if (other.open) {
            return widen();
        }
        boolean changed = false;
        // By index: a field may be written what it has itself.
        for (int i = 0; i < other.exact.size(); i++) {
            changed |= add(other.exact.get(i));
        }
        return changed;
    }
}
