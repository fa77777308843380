package io.heddle.lab;

/// How long an experiment may take.
public enum Extent {

    /// At most two minutes: fewest rows that show the point.
    QUICK,

    /// At most a quarter of an hour.
    NORMAL,

    /// At most three quarters of an hour: every row.
    FULL
}
