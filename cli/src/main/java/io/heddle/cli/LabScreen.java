package io.heddle.cli;

import io.heddle.lab.Case;
import io.heddle.lab.Experiments;
import io.heddle.lab.LabEvents;
import io.heddle.lab.Result;
import io.heddle.lab.Row;
import io.heddle.lab.page.LabText;
import io.heddle.report.Lines;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The lab as people see it: progress on stderr, results on stdout.
final class LabScreen implements LabEvents {

    private final Terminal terminal;
    private final LabFiles files;

    LabScreen(Terminal terminal, LabFiles files) {
        this.terminal = terminal;
        this.files = files;
    }

    /// Which experiments there are.
    static Lines list() {
        return new Lines(Stream.concat(
                        Experiments.ALL.stream()
                                .map(one -> String.format(Locale.ROOT, "  %-13s %s", one.name(), one.question())),
                        Stream.of(
                                "",
                                "heddle lab NAME runs one, with --quick in two minutes at most; heddle help lab has the options."))
                .toList());
    }

    @Override
    public void begins(Case next, int number, int of, Duration left) {
        terminal.say(String.format(
                Locale.ROOT,
                "[%d/%d] %s, JDK %s (about %s left)",
                number,
                of,
                next.name(),
                next.jdk().label(),
                TimeSpan.said(left)));
    }

    @Override
    public void finished(Row row) {
        terminal.say(LabText.line(row));
    }

    @Override
    public void save(Result soFar) {
        files.save(soFar).forEach(terminal::say);
    }

    /// One experiment's table. Standard output is the scripts' when they asked for it.
    void end(Result result) {
        files.finish(result).forEach(terminal::say);
        files.reports().screen().print(LabText.render(result));
    }

    /// Where the results are.
    ///
    /// @throws io.heddle.model.Failure when a file could not be written
    void endAll() {
        files.finishAll();
        terminal.say("");
        terminal.say("kept in "
                + Stream.of(files.json(), files.html())
                        .filter(file -> !ReportFile.isOutput(file))
                        .map(Path::toString)
                        .collect(Collectors.joining(" and ")));
        files.reports().end();
    }
}
