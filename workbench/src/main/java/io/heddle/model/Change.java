package io.heddle.model;

/// What an arm does otherwise than the one that it is held against, beside its speed.
///
/// @param id what it is, for scripts, such as `answers-header`; docs/race.md lists them
/// @param workload the request path; empty where it belongs to none
/// @param arm label of the arm that does otherwise
/// @param text one sentence without a full stop, secrets redacted
/// @param example the first that was seen, secrets redacted; may be empty
/// @param grave whether nobody should switch before it is mended: requests are answered otherwise, fail or are cut off
public record Change(String id, Kind kind, String workload, String arm, String text, String example, boolean grave) {

    /// Where it shows; scripts rely on the names.
    public enum Kind {
        /// What requests get: status, content type, size, header names.
        ANSWERS,
        /// What the target prints: exceptions, and lines of level WARN and above.
        OUTPUT,
        /// Meters of the target's own.
        METRICS,
        /// What becomes of requests when the target is asked to end.
        STOP,
        /// Tasks at once.
        LIMITS
    }
}
