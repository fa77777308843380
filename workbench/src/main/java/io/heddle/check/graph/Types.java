package io.heddle.check.graph;

import java.util.ArrayList;
import java.util.List;

/// The very classes that a value may be of: a few, or too many to follow, or any.
final class Types {

    /// Any class. Not to be added to.
    static final Types ANY = new Types();
    /// No class at all. Not to be added to.
    static final Types NONE = new Types();
    /// More classes than are followed, each of which was seen. Not to be added to.
    private static final Types MANY = new Types();

    private static final int MOST = 6;

    static {
        ANY.widen();
        MANY.open = true;
    }

    private List<Type> exact = List.of();
    private final int most;
    private boolean open;
    private boolean foreign;

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

    /// Itself; where it may be of too many or any, that, and no class known.
    Types ifKnown() {
        return open ? foreign ? ANY : MANY : this;
    }

    /// What is known, and any class beside.
    Types orAny() {
        if (open || exact.isEmpty()) {
            return ANY;
        }
        Types more = new Types(most);
        more.exact = exact;
        more.widen();
        return more;
    }

    /// Whether it may be of a class that was not seen.
    boolean foreign() {
        return foreign;
    }

    /// Whether all classes that it may be of were seen, however many.
    boolean own() {
        return !foreign && (open || !exact.isEmpty());
    }

    List<Type> exact() {
        return exact;
    }

    boolean known() {
        return !open && !exact.isEmpty();
    }

    /// @return whether that was new
    boolean widen() {
        boolean changed = !foreign;
        open = true;
        foreign = true;
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
        if (other.foreign) {
            return widen();
        }
        boolean changed = other.open && !open;
        open |= other.open;
        // By index: a field may be written what it has itself.
        for (int i = 0; i < other.exact.size(); i++) {
            changed |= add(other.exact.get(i));
        }
        return changed;
    }
}
