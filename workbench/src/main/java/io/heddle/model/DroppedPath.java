package io.heddle.model;

/// A path that a race gave up, because an arm that the others are held against does not carry it. It has no verdict.
///
/// @param workload the request path
/// @param arm label of the arm that it breaks
/// @param text what happened, as one sentence without a full stop
public record DroppedPath(String workload, String arm, Code code, String text) {

    /// How a path breaks an arm; scripts rely on the names.
    public enum Code {
        /// The target's JVM ended.
        ENDED,
        /// The target ran out of memory.
        OUT_OF_MEMORY,
        /// The target gave no answer in time, or closed or refused connections.
        NO_ANSWER,
        /// The target answered with errors only.
        ERRORS,
        /// The target never got ready.
        NEVER_READY
    }
}
