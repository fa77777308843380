package io.heddle.agent;

/// What the agent does to the target.
public enum Mode {
    /// Requests and pool workers run on virtual threads.
    FLIP,
    /// Nothing but looking.
    OBSERVE
}
