package io.heddle.agent.hook;

import io.heddle.agent.Settings;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassVisitor;

/// Changes one class of the JDK or of a server, if it has the shape that the hook knows. Several hooks may wait for one class, each
/// for other versions of it: the first that knows the shape changes it.
///
/// A subclass registers its one instance when it is initialised (`static { found(new ThisHook()); }`: making it by reflection would
/// cost the target's start a millisecond a hook), keeps no state, and uses no lambdas. What rewrites stands in a nested class that a
/// static method makes: so the JVM can verify the hook, before the target's `main`, without loading a byte of ASM.
public abstract class Hook {

    private static final List<Hook> FOUND = new ArrayList<>();

    private final String name;
    private final String target;
    private final int inner;

    /// @param name what reports call it
    /// @param target internal name of the class, as its authors name it
    protected Hook(String name, String target) {
        this.name = name;
        this.target = target;
        this.inner = target.lastIndexOf('/', target.lastIndexOf('/') - 1) + 1;
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

    /// Whether this may be the class: by its simple name and the last part of its package, since a build may have moved the library to
    /// any other package. The shape decides.
    ///
    /// @param internalName name of a class that is being loaded
    public final boolean meets(String internalName) {
        return retransforms() ? internalName.equals(target) : endsWithWhole(internalName, target.substring(inner));
    }

    /// Whether the class is named as its authors named it, at least at its end: then it is news when its shape is unknown. Another
    /// class may just be called alike.
    public final boolean isNamedFor(String internalName) {
        return endsWithWhole(internalName, target);
    }

    private static boolean endsWithWhole(String name, String end) {
        int before = name.length() - end.length();
        return before >= 0 && name.endsWith(end) && (before == 0 || name.charAt(before - 1) == '/');
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
