package io.heddle.cli;

import io.heddle.model.Failure;
import io.heddle.report.Style;
import io.heddle.report.TerminalSanitizer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The files that a command was asked for. Each place is tried before the work begins, and what cannot be written later
/// costs that file alone: the others are written, the result is printed, and [#end] says what is missing.
final class Reports {

    private final Terminal terminal;
    private final boolean onOutput;
    /// What failed when it was last tried, by what was tried.
    private final Map<String, Failure> failures = new LinkedHashMap<>();

    private Reports(Terminal terminal, boolean onOutput) {
        this.terminal = terminal;
        this.onOutput = onOutput;
    }

    /// @throws picocli.CommandLine.ParameterException when two would go to one place
    /// @throws Failure when one of the places cannot be written to
    static Reports tried(Terminal terminal, List<Optional<Path>> places) {
        List<Path> files = places.stream().flatMap(Optional::stream).toList();
        long onOutput = files.stream().filter(ReportFile::isOutput).count();
        terminal.require(onOutput <= 1, "only one report can go to standard output");
        terminal.require(
                files.stream()
                                .map(file -> file.toAbsolutePath().normalize())
                                .distinct()
                                .count()
                        == files.size(),
                "two reports cannot go to the same file");
        files.forEach(ReportFile::require);
        return new Reports(terminal, onOutput > 0);
    }

    /// Whether one of them goes to standard output, where nothing else may go then.
    boolean onOutput() {
        return onOutput;
    }

    /// For what people read: standard output, or standard error where a report has the other.
    Gate screen() {
        return onOutput ? terminal.err() : terminal.out();
    }

    /// For what people read.
    ///
    /// @param html where the page of it is, if there is one
    Style style(Optional<Path> html) {
        Style style = terminal.style(html.filter(file -> !ReportFile.isOutput(file)));
        return onOutput ? style.plain() : style;
    }

    /// Writes a report, if it was asked for.
    void put(Optional<Path> file, Supplier<String> text) {
        file.ifPresent(place -> attempt(place.toString(), () -> terminal.put(place, text.get())));
    }

    /// Writes what there is so far to a file that will be replaced by what comes later.
    ///
    /// @return what to say when that fails, unless it failed the last time too
    Optional<String> save(Path file, Supplier<String> text) {
        if (ReportFile.isStream(file)) {
            return Optional.empty();
        }
        boolean known = failures.containsKey(file.toString());
        attempt(file.toString(), () -> ReportFile.write(file, TerminalSanitizer.document(text.get())));
        return Optional.ofNullable(failures.get(file.toString()))
                .filter(_ -> !known)
                .map(failure -> "heddle: " + failure.sentence() + "; the work goes on");
    }

    /// Does what may fail without costing more than itself.
    ///
    /// @param what the file, or the option that asked for it
    void attempt(String what, Runnable work) {
        try {
            work.run();
            failures.remove(what);
        } catch (Failure failure) {
            failures.put(what, failure);
        }
    }

    /// To be called when all else is done.
    ///
    /// @throws Failure that says what was not written
    void end() {
        if (!failures.isEmpty()) {
            Failure first = failures.values().iterator().next();
            throw new Failure(
                    failures.values().stream().map(Failure::sentence).distinct().collect(Collectors.joining("; ")),
                    first.next(),
                    first);
        }
    }
}
