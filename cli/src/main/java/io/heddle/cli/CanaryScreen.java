package io.heddle.cli;

import io.heddle.model.Canary;
import io.heddle.report.canary.CanaryText;
import java.util.Optional;

/// A canary that is watched: one screen on a terminal, else a line a look.
final class CanaryScreen {

    private final Terminal terminal;
    private final Frame frame;
    private final boolean live;

    CanaryScreen(Terminal terminal) {
        this.terminal = terminal;
        frame = new Frame(terminal.err());
        live = !terminal.quiet() && Frame.isPossible();
    }

    void show(Canary canary) {
        if (live) {
            frame.show(CanaryText.render(canary, terminal.style(Optional.empty())));
        } else {
            terminal.say(CanaryText.line(canary));
        }
    }

    /// Makes room for the verdict.
    void end() {
        frame.clear();
    }
}
