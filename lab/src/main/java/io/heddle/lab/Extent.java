package io.heddle.lab;

import java.time.Duration;

/// How long an experiment may take. Rows that would begin later are left out, and listed.
public enum Extent {

    /// The fewest rows that show the point.
    QUICK(2),

    /// What most people want to see.
    NORMAL(15),

    /// Every row.
    FULL(45);

    private final Duration most;

    Extent(int minutes) {
        this.most = Duration.ofMinutes(minutes);
    }

    Duration most() {
        return most;
    }
}
