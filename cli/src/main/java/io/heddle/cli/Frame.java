package io.heddle.cli;

import io.heddle.report.Lines;

/// A few lines on a terminal that are written anew in their place.
final class Frame {

    private final Gate err;
    private int shown;

    Frame(Gate err) {
        this.err = err;
    }

    /// Whether stderr is a terminal that a frame may be shown on.
    static boolean isPossible() {
        return System.console() != null && System.console().isTerminal();
    }

    void show(Lines lines) {
        err.frame(lines, shown);
        shown = lines.lines().size();
    }

    void clear() {
        if (shown > 0) {
            err.clearFrame(shown);
            shown = 0;
        }
    }
}
