package io.heddle.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/// A few lines on a terminal that are written anew in their place.
final class Frame {

    private static final String HOME = "\u001b[%dA\r";
    private static final String EMPTY_LINE = "\u001b[2K";
    private static final String BELOW = "\u001b[J";
    private static final String NO_WRAP = "\u001b[?7l";
    private static final String WRAP = "\u001b[?7h";

    private final PrintWriter err;
    private int shown;

    Frame(PrintWriter err) {
        this.err = err;
    }

    /// Whether stderr is a terminal that a frame may be shown on.
    static boolean isPossible() {
        return System.console() != null && System.console().isTerminal();
    }

    void show(List<String> lines) {
        // In one piece, and each line over the one that was there: a screen that is wiped first flickers. A
        // narrow one cuts lines off: folded they would be more than are counted.
        StringBuilder frame = new StringBuilder(NO_WRAP);
        frame.append(shown > 0 ? String.format(Locale.ROOT, HOME, shown) : "");
        lines.forEach(line -> frame.append(EMPTY_LINE).append(line).append("\r\n"));
        err.print(frame.append(BELOW).append(WRAP));
        err.flush();
        shown = lines.size();
    }

    void clear() {
        if (shown > 0) {
            err.print(String.format(Locale.ROOT, HOME, shown) + BELOW);
            err.flush();
            shown = 0;
        }
    }
}
