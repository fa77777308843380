package io.heddle.race.load;

import java.time.Instant;

/// Why a run failed to which the target gave no answer at all, not even a wrong one: what there is to tell of it.
public final class NoAnswer extends Exception {

    private static final long serialVersionUID = 1;

    private final long timeouts;
    private final Instant from;
    private final Instant to;

    /// What a run saw.
    public NoAnswer(long timeouts, Instant from, Instant to) {
        super(timeouts + " timeouts");
        this.timeouts = timeouts;
        this.from = from;
        this.to = to;
    }

    /// Requests that were given up.
    public long timeouts() {
        return timeouts;
    }

    /// When all connections were open.
    public Instant from() {
        return from;
    }

    /// When it was given up.
    public Instant to() {
        return to;
    }
}
