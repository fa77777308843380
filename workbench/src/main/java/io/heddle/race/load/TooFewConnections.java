package io.heddle.race.load;

/// Why a run failed before it began: the target accepted fewer connections than the load has.
public final class TooFewConnections extends Exception {

    private static final long serialVersionUID = 1;

    TooFewConnections(long open, long wanted) {
        super(open + " of " + wanted);
    }
}
