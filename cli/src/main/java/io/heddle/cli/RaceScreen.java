package io.heddle.cli;

import io.heddle.model.Bound;
import io.heddle.model.Figures;
import io.heddle.model.Race;
import io.heddle.model.Trial;
import io.heddle.race.RaceEvents;
import io.heddle.report.Style;
import io.heddle.report.race.RaceTerminal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A race as people see it: talk and progress on stderr, the result on stdout.
final class RaceScreen implements RaceEvents {

    private final Terminal terminal;
    private final Gate err;
    private final RaceFiles files;
    private final boolean live = System.console() != null && System.console().isTerminal();
    private long lastProgress;

    RaceScreen(Terminal terminal, RaceFiles files) {
        this.terminal = terminal;
        this.err = terminal.err();
        this.files = files;
    }

    @Override
    public void say(String line) {
        clear();
        terminal.say(line);
    }

    @Override
    public void bounds(List<Bound> bounds) {
        clear();
        if (!terminal.quiet()) {
            err.print(RaceTerminal.bounds(bounds, talk()));
        }
    }

    @Override
    public void progress(String what, double fraction, double throughput, Duration left) {
        long now = System.nanoTime();
        if (!live || terminal.quiet() || now - lastProgress < 200_000_000L) {
            return;
        }
        lastProgress = now;
        err.progress(String.format(
                Locale.ROOT,
                "%s: %3.0f %%, %s, about %s left",
                what,
                fraction * 100,
                Figures.rate(throughput),
                TimeSpan.said(left)));
    }

    @Override
    public void finished(Trial trial) {
        say(RaceTerminal.trialLine(trial, talk()).stripTrailing());
    }

    @Override
    public void save(Race race) {
        files.save(race).forEach(this::say);
    }

    /// The result. Standard output is a report's when one was asked for there. Of a race that failed before any trial
    /// there is nothing to tell but why, which the failure does.
    void end(Race race) {
        clear();
        files.finish(race);
        if (race.trials().isEmpty() && !race.stopped().isEmpty() && !race.interrupted()) {
            return;
        }
        files.reports().screen().print(RaceTerminal.render(race, files.reports().style(Optional.of(files.html()))));
    }

    private Style talk() {
        Style style = terminal.style(Optional.empty());
        return live ? style : style.plain();
    }

    private void clear() {
        if (live && !terminal.quiet()) {
            err.clearProgress();
        }
    }
}
