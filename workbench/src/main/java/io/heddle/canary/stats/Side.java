package io.heddle.canary.stats;

/// Which arm of the roll-out a request was answered by.
public enum Side {
    BASELINE(0),
    CANARY(1);

    private final int index;

    Side(int index) {
        this.index = index;
    }

    /// Where figures of both arms stand in an array of two.
    public int index() {
        return index;
    }
}
