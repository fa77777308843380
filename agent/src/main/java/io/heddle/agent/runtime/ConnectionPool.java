package io.heddle.agent.runtime;

import org.jspecify.annotations.Nullable;

/// What a hook makes a connection pool's class implement, so that the agent can ask it without reflection. The names
/// cannot meet those of the pool.
public interface ConnectionPool {

    /// The pool's own name.
    String heddleName();

    /// Connections that it may open; not above 0 when there is no limit.
    int heddleMaximum();

    /// Connections in use now.
    int heddleActive();

    /// Threads that wait for a connection now.
    int heddleWaiting();

    /// Hold times of the connections that were given back; null until the pool is made.
    @Nullable
    Holds heddleHolds();
}
