package io.heddle.canary.stats;

/// Takes what sources have read, in about the order of time.
public interface Intake {

    /// One request.
    ///
    /// @param seconds when it was answered, since 1970
    /// @param millis latency, at least 0
    /// @param outcome what became of it
    void take(Side side, double seconds, double millis, Outcome outcome);

    /// Requests of that moment that others have counted already.
    ///
    /// @param counted only the canary's or the baseline's, or both
    void takeCounted(double seconds, Slice counted);
}
