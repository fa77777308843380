package io.heddle.check.graph;

import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A field, with all that reached code writes to it.
final class Field {

    final Type owner;
    final String name;
    final String descriptor;
    final int flags;
    final List<Value> writes = new ArrayList<>();
    final Types types = new Types();
    /// The one value that reads of it are.
    final Value read = new Value.FieldRead(this);
    /// What is called on its value while a monitor is held.
    final Set<Signature> calledHeld = new LinkedHashSet<>();

    Field(Type owner, String name, String descriptor, int flags) {
        this.owner = owner;
        this.name = name;
        this.descriptor = descriptor;
        this.flags = flags;
    }

    boolean is(AccessFlag flag) {
        return (flags & flag.mask()) != 0;
    }

    /// Whether strangers may write to it.
    boolean openToStrangers() {
        return !is(AccessFlag.FINAL)
                && (is(AccessFlag.PUBLIC) || is(AccessFlag.PROTECTED))
                && owner.is(AccessFlag.PUBLIC);
    }

    @Override
    public String toString() {
        return owner + "." + name;
    }
}
