package io.heddle.model;

import java.util.Set;

/// Tells what the requests wait for that a running JVM serves. A race asks; who answers is decided where Heddle is put
/// together.
public interface WaitWatch {

    /// Looks at all threads a few times.
    ///
    /// @param processes those of the target, one of which is the JVM
    /// @return [WaitAccount#NONE] where none of them lets itself be looked at: this never throws for what a
    ///     target does
    /// @throws InterruptedException if this thread is interrupted
    WaitAccount look(Set<Long> processes) throws InterruptedException;

    /// Sees nothing.
    static WaitWatch blind() {
        return _ -> WaitAccount.NONE;
    }
}
