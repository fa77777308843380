package io.heddle.agent.runtime;

/// What a hook makes a server's own thread pool implement, so that the agent can ask it without reflection.
public interface ServerPool {

    /// The pool's name, which its threads' names begin with.
    String heddleName();

    /// Most threads that it may have.
    int heddleMaximum();

    /// Threads that the server took from it for work other than requests; 0 before it did.
    int heddleReserved();

    /// Name of the hook because of which its tasks run on virtual threads; empty when they do not.
    String heddleFlippedBy();

    /// Sets the most threads that it may have.
    void heddleResize(int maximum);
}
