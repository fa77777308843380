package io.heddle.agent.hook;

import io.heddle.agent.Settings;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassVisitor;

/// Changes one class of the JDK or of a server, if it has the shape that the hook knows.
///
/// A subclass registers its one instance when it is initialised (`static { found(new ThisHook()); }`: making it by reflection would
/// cost the target's start a millisecond a hook), keeps no state, and uses no lambdas. What rewrites stands in a nested class that a
/// static method makes: so the JVM can verify the hook, before the target's `main`, without loading a byte of ASM.
public abstract class Hook {

    private static final List<Hook> FOUND = new ArrayList<>();

    private final String name;
    private final String target;

    /// @param name what reports call it
    /// @param target internal name of the class, as its authors name it
    protected Hook(String name, String target) {
        this.name = name;
        this.target = target;
    }

    /// Registers a hook.
    protected static void found(Hook hook) {
        synchronized (FOUND) {
            FOUND.add(hook);
        }
    }

    /// The hooks whose classes were initialised so far.
    public static List<Hook> all() {
        synchronized (FOUND) {
            return new ArrayList<>(FOUND);
        }
    }

    /// What reports call it.
    public final String name() {
        return name;
    }

    /// Internal name of the class, as its authors name it.
    public final String target() {
        return target;
    }

    /// Whether this is the class, in the authors' package or moved to another one as a whole.
    ///
    /// @param internalName name of a class that is being loaded
    public final boolean meets(String internalName) {
        int before = internalName.length() - target.length();
        return before == 0 ? internalName.equals(target)
                : before > 0 && internalName.charAt(before - 1) == '/' && internalName.endsWith(target);
    }

    /// Whether the hook has work in this mode.
    public boolean wanted(Settings settings) {
        return true;
    }

    /// Whether the class may be loaded before the agent is, so that it must be changed in place: then no member can be added.
    public boolean retransforms() {
        return false;
    }

    /// Refuses the class by throwing [Refused], or returns.
    protected abstract void check(Shape shape);

    /// The visitor that makes the changes; may still throw [Refused]. Called only when the target's class is met.
    protected abstract ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next);
}
