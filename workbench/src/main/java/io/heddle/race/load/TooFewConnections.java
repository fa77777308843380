package io.heddle.race.load;

/// Why a run failed before it began: the target accepted fewer connections than the load has.
public final class TooFewConnections extends Exception {

    private static final long serialVersionUID = 1;

    private final long open;

    TooFewConnections(long open, long wanted) {
        super(open + " of " + wanted);
        this.open = open;
    }

    /// Those that were accepted, some of them perhaps by the system alone, on the target's behalf.
    public long open() {
        return open;
    }
}
