package io.heddle.race.change;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What one JVM of an arm did, as far as it can be compared with another's.
///
/// @param arm label of its arm
/// @param answers by request, as people know it
/// @param printed by what was printed
/// @param meters by name; empty where the target tells of none
/// @param stop empty where it was not stopped under load
public record Observation(
        String arm,
        Map<String, List<Answered>> answers,
        Map<String, Printed> printed,
        Map<String, Meter> meters,
        Optional<Stop> stop) {

    /// One answer.
    ///
    /// @param status HTTP status
    /// @param type its content type without parameters, in lower case; empty without one
    /// @param headers names, in lower case
    /// @param bytes length of its body
    public record Answered(int status, String type, Set<String> headers, long bytes) {}

    /// Lines of one kind.
    ///
    /// @param error whether they tell of an exception or of an error, not only of a warning
    /// @param count at least 1
    /// @param first the first of them, secrets redacted
    public record Printed(boolean error, long count, String first) {}

    /// One meter of a page.
    ///
    /// @param dead whether every one of its values is NaN or negative
    public record Meter(boolean dead) {}

    /// The end of a JVM that was asked to end while requests were under way.
    ///
    /// @param inFlight requests that were sent before and not answered yet, at least 0
    /// @param answered of these, with a status below 500
    /// @param seconds until the process had ended
    public record Stop(long inFlight, long answered, double seconds) {

        long cutOff() {
            return inFlight - answered;
        }
    }

    /// The same with what it printed, which is whole once it has ended.
    public Observation printing(Map<String, Printed> lines) {
        return new Observation(arm, answers, lines, meters, stop);
    }
}
