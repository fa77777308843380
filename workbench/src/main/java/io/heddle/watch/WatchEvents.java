package io.heddle.watch;

/// What a watch says while it goes on.
public interface WatchEvents {

    /// One sentence for people.
    void say(String line);

    /// A second has passed.
    ///
    /// @param seconds since the watch began
    /// @param outstandingMillis how long the probe has been waiting; negative without a probe
    /// @param queued virtual threads that wait for a carrier; negative where the JDK does not tell
    void second(long seconds, double outstandingMillis, long queued);
}
