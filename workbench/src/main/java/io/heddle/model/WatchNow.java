package io.heddle.model;

import java.util.List;
import java.util.Optional;

/// What a watch sees at one moment, for a screen that is written anew each second.
///
/// @param target such as `process 4711, JDK 25.0.3`
/// @param seconds since the watch began
/// @param carriers empty where they cannot be told apart
/// @param probe empty without one
/// @param queued virtual threads that wait for a carrier; negative where the JDK does not tell (before 24)
/// @param holders of the last seconds, the worst first
public record WatchNow(
        String target, long seconds, List<Carrier> carriers, Optional<Late> probe, long queued, List<Holder> holders) {

    /// What one carrier did in the last second, in shares of it, 0 to 1. The rest it was idle.
    ///
    /// @param running on a processor
    /// @param held by a virtual thread that did not run
    public record Carrier(String name, double running, double held) {}

    /// How late the probe ran so far, milliseconds.
    ///
    /// @param outstandingMillis how long it has been waiting just now
    /// @param stalls how often it was late though the machine was not
    public record Late(double outstandingMillis, double p50Millis, double p99Millis, double maxMillis, long stalls) {}
}
