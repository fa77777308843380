package io.heddle.cli;

import io.heddle.model.Bound;
import io.heddle.model.Failure;
import io.heddle.model.Figures;
import io.heddle.model.Race;
import io.heddle.model.Trial;
import io.heddle.race.RaceEvents;
import io.heddle.report.Style;
import io.heddle.report.race.RaceJson;
import io.heddle.report.race.RaceTerminal;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A race as people see it: talk and progress on stderr, the result on stdout.
final class RaceScreen implements RaceEvents {

    private static final String CLEAR = "\r\u001b[K";

    private final Terminal terminal;
    private final PrintWriter err;
    private final RaceFiles files;
    private final boolean live = System.console() != null && System.console().isTerminal();
    private Optional<Failure> unsaved = Optional.empty();
    private long lastProgress;

    RaceScreen(Terminal terminal, RaceFiles files) {
        this.terminal = terminal;
        this.err = terminal.err();
        this.files = files;
    }

    @Override
    public void say(String line) {
        if (!terminal.quiet()) {
            err.println(clear() + line);
            err.flush();
        }
    }

    @Override
    public void bounds(List<Bound> bounds) {
        say(RaceTerminal.bounds(bounds, talk()).stripTrailing());
    }

    @Override
    public void progress(String what, double fraction, double throughput, Duration left) {
        long now = System.nanoTime();
        if (!live || terminal.quiet() || now - lastProgress < 200_000_000L) {
            return;
        }
        lastProgress = now;
        String line = String.format(
                Locale.ROOT,
                "%s: %3.0f %%, %s, about %s left",
                what,
                fraction * 100,
                Figures.rate(throughput),
                TimeSpan.said(left));
        err.print(CLEAR + line.substring(0, Math.min(79, line.length())));
        err.flush();
    }

    @Override
    public void finished(Trial trial) {
        say(RaceTerminal.trialLine(trial, talk()).stripTrailing());
    }

    @Override
    public void save(Race race) {
        try {
            files.save(race);
            unsaved = Optional.empty();
        } catch (Failure failure) {
            if (unsaved.isEmpty()) {
                say("heddle: " + failure.sentence() + "; the race goes on");
            }
            unsaved = Optional.of(failure);
        }
    }

    /// The result. Standard output is the scripts' when they asked for it.
    ///
    /// @throws Failure when the last report could not be written
    void end(Race race) {
        Style style = terminal.style(Optional.of(files.html()));
        err.print(clear() + (files.jsonOnOutput() ? RaceTerminal.render(race, style.plain()) : ""));
        err.flush();
        terminal.print(files.jsonOnOutput() ? RaceJson.render(race) : RaceTerminal.render(race, style));
        if (unsaved.isPresent()) {
            throw unsaved.orElseThrow();
        }
    }

    /// A race that ended before anything was seen of the target: only scripts get a report.
    void endWithoutReport(Race race) {
        err.print(clear());
        err.flush();
        if (files.jsonOnOutput()) {
            terminal.print(RaceJson.render(race));
        }
    }

    private Style talk() {
        Style style = terminal.style(Optional.empty());
        return live ? style : style.plain();
    }

    private String clear() {
        return live && !terminal.quiet() ? CLEAR : "";
    }
}
