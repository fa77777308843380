package io.heddle.analysis.program;

import java.lang.reflect.AccessFlag;

/// A field of a class. Two fields are equal when they are the same object.
public final class Field extends SideTable.Numbered {

    private final Type owner;
    private final String name;
    private final String descriptor;
    private final int flags;

    Field(int id, Type owner, String name, String descriptor, int flags) {
        super(id);
        this.owner = owner;
        this.name = name;
        this.descriptor = descriptor;
        this.flags = flags;
    }

    public Type owner() {
        return owner;
    }

    public String name() {
        return name;
    }

    public String descriptor() {
        return descriptor;
    }

    public boolean is(AccessFlag flag) {
        return (flags & flag.mask()) != 0;
    }

    /// Whether external code may write to it: it is not final, public or protected, and so is its class.
    public boolean externallyWritable() {
        return !is(AccessFlag.FINAL)
                && (is(AccessFlag.PUBLIC) || is(AccessFlag.PROTECTED))
                && owner.is(AccessFlag.PUBLIC);
    }

    @Override
    public String toString() {
        return owner + "." + name;
    }
}
