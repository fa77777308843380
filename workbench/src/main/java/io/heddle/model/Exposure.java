package io.heddle.model;

/// How often a service runs the place of a finding, the most often first. It orders and groups what is told, and is
/// never a reason to doubt it.
public enum Exposure {
    /// A request that comes in runs it.
    EACH_REQUEST,
    /// Requests may run it: on a branch, at some end points, at a miss of a cache, with some calls of a library.
    SOME_REQUESTS,
    /// It runs at start, stop, first use or recovery.
    ONCE,
    /// No path from a request or from the start is known.
    UNKNOWN;

    /// Whether requests meet it.
    public boolean isMetByRequests() {
        return this == EACH_REQUEST || this == SOME_REQUESTS;
    }
}
