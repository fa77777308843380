package io.heddle.analysis.callgraph;

import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.program.Type;
import java.util.ArrayList;
import java.util.List;

/// The exact classes that a value may have: a few that are known, or more than are followed, or any.
public final class TypeSet {

    /// Any class. Not to be added to.
    static final TypeSet ANY = new TypeSet();
    /// No class at all. Not to be added to.
    static final TypeSet NONE = new TypeSet();
    /// More classes than are followed, all of which are known code. Not to be added to.
    private static final TypeSet MANY = new TypeSet();

    static {
        ANY.widen();
        MANY.open = true;
    }

    private List<Type> exact = List.of();
    private final int most;
    private boolean open;
    private boolean external;

    TypeSet() {
        this(Limits.Calls.CLASSES_OF_FIELD);
    }

    /// @param most classes beyond which it is open
    TypeSet(int most) {
        this.most = most;
    }

    /// This class alone. Not to be added to.
    static TypeSet of(Type type) {
        TypeSet one = new TypeSet();
        one.exact = List.of(type);
        return one;
    }

    /// Itself where it is closed; else an open set without classes.
    TypeSet ifClosed() {
        return open ? external ? ANY : MANY : this;
    }

    /// Its classes, and any other as well.
    TypeSet orAny() {
        if (open || exact.isEmpty()) {
            return ANY;
        }
        TypeSet more = new TypeSet(most);
        more.exact = exact;
        more.widen();
        return more;
    }

    /// Whether it may hold a class that is not known code.
    boolean isExternal() {
        return external;
    }

    /// Whether all classes that it may hold are known code, however many.
    boolean isOfKnownCode() {
        return !external && (open || !exact.isEmpty());
    }

    /// The classes that it holds, in the order in which they were found; more may be possible unless it
    /// [#isClosed()].
    public List<Type> exact() {
        return exact;
    }

    /// Its classes; none where more are possible.
    List<Type> closed() {
        return open ? List.of() : exact;
    }

    /// Whether it holds at least one class, and no other is possible.
    boolean isClosed() {
        return !open && !exact.isEmpty();
    }

    /// Makes any class possible.
    ///
    /// @return whether that was new
    boolean widen() {
        boolean changed = !external;
        open = true;
        external = true;
        return changed;
    }

    /// @return whether that changed it
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

    /// @return whether that changed it
    boolean add(TypeSet other) {
        if (other.external) {
            return widen();
        }
        boolean changed = other.open && !open;
        open |= other.open;
        // By index: a field may be written what it holds itself.
        for (int i = 0; i < other.exact.size(); i++) {
            changed |= add(other.exact.get(i));
        }
        return changed;
    }
}
