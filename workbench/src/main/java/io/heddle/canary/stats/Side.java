package io.heddle.canary.stats;

/// Which arm of the roll-out a request was answered by.
public enum Side {
    BASELINE(0, "baseline"),
    CANARY(1, "canary");

    private final int index;
    private final String option;

    Side(int index, String option) {
        this.index = index;
        this.option = option;
    }

    /// What the arm is called on the command line.
    public String option() {
        return option;
    }

    /// Where figures of both arms stand in an array of two.
    public int index() {
        return index;
    }
}
