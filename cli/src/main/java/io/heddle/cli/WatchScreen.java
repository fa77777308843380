package io.heddle.cli;

import io.heddle.model.Figures;
import io.heddle.model.WatchNow;
import io.heddle.report.Lines;
import io.heddle.report.watch.WatchNowText;
import io.heddle.watch.WatchEvents;
import java.util.Optional;

/// A watch that goes on, as people see it: talk on stderr, and on a terminal one screen that is written anew each
/// second.
final class WatchScreen implements WatchEvents {

    private static final int PLAIN_SECONDS = 5;
    private static final double LATE_MILLIS = 100;

    private final Terminal terminal;
    private final boolean live;
    private final Frame frame;
    private long nextLine;

    WatchScreen(Terminal terminal) {
        this.terminal = terminal;
        this.live = !terminal.quiet() && Frame.isPossible();
        this.frame = new Frame(terminal.err());
    }

    @Override
    public void say(String line) {
        if (!terminal.quiet()) {
            frame.clear();
            terminal.say(line);
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
        frame.show(new Lines(WatchNowText.lines(now, terminal.style(Optional.empty()))));
    }

    /// Makes room for the result.
    void end() {
        frame.clear();
    }
}
