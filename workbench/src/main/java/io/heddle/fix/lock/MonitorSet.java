package io.heddle.fix.lock;

import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Type;
import java.util.List;
import java.util.Optional;

/// All uses of monitors of objects that may be the same: converted together, or not at all.
///
/// @param object whose monitor it is; for instances, of the topmost class of the target that uses its own
/// @param sites every use, in the order of the class path
public record MonitorSet(LockObject object, List<MonitorSite> sites) {

    /// The class that gets the lock.
    public Type owner() {
        return switch (object) {
            case LockObject.Instance instance -> instance.type();
            case LockObject.ClassObject literal -> literal.type();
            case LockObject.Held held -> held.field().owner();
            case LockObject.Guard guard -> guard.field().owner();
            case LockObject.Other _ -> throw new IllegalStateException("a set of " + object + " is refused before");
        };
    }

    /// The field whose object is locked; empty where an object locks itself.
    public Optional<Field> field() {
        return switch (object) {
            case LockObject.Held held -> Optional.of(held.field());
            case LockObject.Guard guard -> Optional.of(guard.field());
            case LockObject.Instance _, LockObject.ClassObject _, LockObject.Other _ -> Optional.empty();
        };
    }

    /// Whether it is the monitor of the object that stands for the owner.
    public boolean isOfClass() {
        return object instanceof LockObject.ClassObject;
    }

    /// The classes whose objects have the lock: the owner and all below it, of which the object of a class has none.
    public boolean has(Type type) {
        return isOfClass() ? type == owner() : type.below(owner());
    }

    /// Whether the object of the field is used for more than its monitor, so that the lock is a field of its own.
    public boolean keepsObject() {
        return object instanceof LockObject.Guard;
    }

    /// Whether somebody waits for a condition, or tells those who do.
    public boolean signals() {
        return sites.stream().anyMatch(site -> !site.kind().enters() && site.kind() != MonitorSite.Kind.HOLDS_LOCK);
    }

    /// Whether a site sees what the owner's subclasses inherit: it stands in one, and uses the monitor of an object of
    /// that class.
    public boolean isInherited(MonitorSite site) {
        return site.owner().below(owner())
                && site.object() instanceof LockObject.Instance instance
                && instance.type().below(site.owner());
    }

    /// As people call it.
    public String name() {
        return field().map(field -> field.owner().binaryName() + "." + field.name())
                .orElseGet(() -> owner().binaryName() + (isOfClass() ? ".class" : ""));
    }
}
