package io.heddle.cli;

import io.heddle.model.Figures;
import io.heddle.watch.WatchEvents;
import java.io.PrintWriter;

/// A watch that goes on, as people see it: talk on stderr, on a terminal one line that is written anew each second.
final class WatchScreen implements WatchEvents {

    private static final String CLEAR = "\r\u001b[K";

    private final Heddle heddle;
    private final PrintWriter err;
    private final boolean live = System.console() != null && System.console().isTerminal();

    WatchScreen(Heddle heddle, PrintWriter err) {
        this.heddle = heddle;
        this.err = err;
    }

    @Override
    public void say(String line) {
        if (!heddle.quiet()) {
            err.println((live ? CLEAR : "") + line);
            err.flush();
        }
    }

    @Override
    public void second(long seconds, double outstandingMillis, long queued) {
        if (live && !heddle.quiet()) {
            err.print(CLEAR + seconds + " s" + (outstandingMillis > 100 ? ", no virtual thread has run for " + Figures.millis(outstandingMillis) : "")
                    + (queued >= 0 ? ", " + queued + " wait for a carrier" : ""));
            err.flush();
        }
    }

    /// Makes room for the result.
    void end() {
        if (live && !heddle.quiet()) {
            err.print(CLEAR);
            err.flush();
        }
    }
}
