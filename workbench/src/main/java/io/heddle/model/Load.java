package io.heddle.model;

/// What a trial puts on the target.
public sealed interface Load {

    /// Each connection sends its next request when the last one is answered.
    ///
    /// @param connections how many, at least 1
    record Closed(int connections) implements Load {}

    /// Requests start at a constant rate whatever the target does; latency counts from the intended start.
    ///
    /// @param rate requests a second, above 0
    /// @param connections most connections that carry them at once; a request that finds none waits, and the
    ///     wait counts
    record Open(double rate, int connections) implements Load {}
}
