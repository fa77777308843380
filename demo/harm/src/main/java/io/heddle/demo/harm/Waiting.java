package io.heddle.demo.harm;

/// What a request waits for.
@FunctionalInterface
interface Waiting {

    /// @param millis how long
    void once(long millis) throws Exception;
}
