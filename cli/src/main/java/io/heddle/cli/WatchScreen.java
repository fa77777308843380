package io.heddle.cli;

import io.heddle.model.Figures;
import io.heddle.model.WatchNow;
import io.heddle.report.watch.WatchNowText;
import io.heddle.watch.WatchEvents;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A watch that goes on, as people see it: talk on stderr, and on a terminal one screen that is written anew each
/// second.
final class WatchScreen implements WatchEvents {

    private static final int PLAIN_SECONDS = 5;
    private static final double LATE_MILLIS = 100;
    private static final String HOME = "\u001b[%dA\r";
    private static final String EMPTY_LINE = "\u001b[2K";
    private static final String BELOW = "\u001b[J";
    private static final String NO_WRAP = "\u001b[?7l";
    private static final String WRAP = "\u001b[?7h";

    private final Terminal terminal;
    private final PrintWriter err;
    private final boolean live;
    private int shown;
    private long nextLine;

    WatchScreen(Terminal terminal) {
        this.terminal = terminal;
        this.err = terminal.err();
        this.live = !terminal.quiet()
                && System.console() != null
                && System.console().isTerminal();
    }

    @Override
    public void say(String line) {
        if (!terminal.quiet()) {
            clear();
            err.println(line);
            err.flush();
        }
    }

    @Override
    public void second(long seconds, double outstandingMillis, long queued) {
        if (!live && !terminal.quiet() && seconds >= nextLine) {
            nextLine = seconds - seconds % PLAIN_SECONDS + PLAIN_SECONDS;
            say(seconds + " s"
                    + (outstandingMillis > LATE_MILLIS
                            ? ", no virtual thread has run for " + Figures.millis(outstandingMillis)
                            : "")
                    + (queued >= 0 ? ", " + queued + (queued == 1 ? " waits" : " wait") + " for a carrier" : ""));
        }
    }

    @Override
    public boolean hasScreen() {
        return live;
    }

    @Override
    public void now(WatchNow now) {
        List<String> lines = WatchNowText.lines(now, terminal.style(Optional.empty()));
        // In one piece, and each line over the one that was there: a screen that is wiped first flickers. A
        // narrow one cuts lines off: folded they would be more than are counted.
        StringBuilder frame = new StringBuilder(NO_WRAP);
        frame.append(shown > 0 ? String.format(Locale.ROOT, HOME, shown) : "");
        lines.forEach(line -> frame.append(EMPTY_LINE).append(line).append("\r\n"));
        err.print(frame.append(BELOW).append(WRAP));
        err.flush();
        shown = lines.size();
    }

    /// Makes room for the result.
    void end() {
        clear();
        err.flush();
    }

    private void clear() {
        if (shown > 0) {
            err.print(String.format(Locale.ROOT, HOME, shown) + BELOW);
            shown = 0;
        }
    }
}
