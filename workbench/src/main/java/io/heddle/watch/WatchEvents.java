package io.heddle.watch;

import io.heddle.model.WatchNow;

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

    /// Whether somebody looks at [#now].
    default boolean hasScreen() {
        return false;
    }

    /// What is seen at this moment, once a second, where there is a screen.
    default void now(WatchNow now) {
        // nobody looks
    }
}
