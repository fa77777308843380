package io.heddle.agent.weave;

import io.heddle.agent.Settings;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassVisitor;

/// Changes one class of the JDK or of a server, if it has the shape that the hook knows. Several hooks may wait for
/// one class, each for other versions of it: the first that knows the shape changes it.
///
/// A subclass registers its one instance when it is initialised (`static { found(new ThisHook()); }`) and keeps no
/// state. It is loaded when the class that it waits for comes: `hooks.txt` says which, and `./dev bless` writes that
/// from the hooks themselves.
public abstract class Hook {

    private static final String HOME = "io.heddle.agent.";

    private static final Map<String, Hook> FOUND = new HashMap<>();

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
            FOUND.put(hook.getClass().getName(), hook);
        }
    }

    /// The hook that a class of the agent registers.
    ///
    /// @param name of the class, which is loaded now, below the agent's own package: `pool.AgroalHook`
    /// @throws ClassNotFoundException when there is no such class, or it registers nothing
    public static Hook named(String name) throws ClassNotFoundException {
        String className = HOME.concat(name);
        Class.forName(className);
        synchronized (FOUND) {
            Hook hook = FOUND.get(className);
            if (hook == null) {
                throw new ClassNotFoundException(className.concat(" registers no hook"));
            }
            return hook;
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

    /// Whether the hook has work in this mode.
    public boolean wanted(Settings settings) {
        return true;
    }

    /// Whether the class may be loaded before the agent is, so that it must be changed in place: then no member
    /// can be added.
    public boolean retransforms() {
        return false;
    }

    /// Refuses the class by throwing [Refused], or returns.
    protected abstract void check(Shape shape);

    /// The visitor that makes the changes; may still throw [Refused]. Called only when the target's class is met.
    protected abstract ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next);
}
