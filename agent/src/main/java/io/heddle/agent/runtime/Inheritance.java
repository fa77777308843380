package io.heddle.agent.runtime;

/// Hands the inheritable thread locals of one thread to another. They are a private matter of `java.lang`: the build
/// moves this name there, and a hook makes the class with its real body.
public final class Inheritance {

    private Inheritance() {}

    /// Gives `to`, which inherited nothing, what `from` inherited. Neither has started.
    public static void copy(Thread from, Thread to) {
        throw new LinkageError("not made");
    }
}
