package io.heddle.model;

/// How sure a diagnosis is.
public enum Certainty {
    /// Two independent signals agree.
    CONFIRMED,
    /// One signal says so.
    SUSPECTED
}
