package io.heddle.model;

/// Which threads may run the place of a finding.
public enum ThreadContext {
    /// Threads of whoever calls it, which may be virtual ones, and virtual threads that the code starts itself.
    CALLERS,
    /// Only platform threads that the code makes for itself.
    OWN_PLATFORM,
    /// Both.
    BOTH
}
