package io.heddle.race.target;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/// Who the parent of a launched process is.
sealed interface Starter permits SupervisedStarter, PlainStarter {

    /// A process that was started.
    ///
    /// @param exit its exit code; fails when nobody can see it any more
    record Started(long pid, CompletableFuture<Integer> exit) {}

    /// @param environment added to the caller's or replaced in it
    /// @throws io.heddle.model.Failure when it cannot be started
    Started start(Launch launch, Map<String, String> environment);

    /// As [Supervisor#guaranteeOff()].
    Optional<String> guaranteeOff();

    /// Whether it can start processes.
    boolean works();

    /// Processes that run as children of the supervising process, launched or adopted; none where nobody adopts
    /// orphans.
    Set<ProcessHandle> children();

    /// Ends what is left; safe to call twice.
    void close();
}
