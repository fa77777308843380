package io.heddle.cli;

import io.heddle.model.Failure;
import io.heddle.model.Redaction;
import io.heddle.report.Style;
import io.heddle.report.TerminalSanitizer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// What commands have in common: the way to standard output and error, how loud and how coloured their user wants
/// them, and what was typed. A picocli mixin.
@Command
final class Terminal {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /// For data.
    Gate out() {
        return new Gate(command.commandLine().getOut());
    }

    /// For talk.
    Gate err() {
        return new Gate(command.commandLine().getErr());
    }

    /// A line of talk; nothing with `--quiet`.
    void say(String line) {
        if (!quiet()) {
            err().line(line);
        }
    }

    /// A report to a file, or to standard output where that is what the file is called.
    ///
    /// @throws Failure when it cannot be written
    void put(Path file, String text) {
        if (ReportFile.isOutput(file)) {
            out().document(text);
            if (out().failed()) {
                throw new Failure(
                        "cannot write the report to standard output",
                        "see whether its reader has ended or the disk is full, or name a file");
            }
        } else {
            ReportFile.write(file, TerminalSanitizer.document(text));
        }
    }

    boolean quiet() {
        return heddle().quiet();
    }

    /// For a report that people read on standard output.
    ///
    /// @param html where the page of it is, if there is one
    Style style(Optional<Path> html) {
        return new Style(heddle().color(), Style.PLAIN.width(), html.map(Path::toString));
    }

    /// Heddle's own command line, without secrets.
    List<String> typed() {
        return Redaction.words(Stream.concat(
                        Stream.of("heddle"), command.root().commandLine().getParseResult().originalArgs().stream())
                .toList());
    }

    /// Whether an option was typed.
    boolean given(String option) {
        return command.commandLine().getParseResult().hasMatchedOption(option);
    }

    /// @throws ParameterException where options do not fit together
    void require(boolean holds, String sentence) {
        if (!holds) {
            throw new ParameterException(command.commandLine(), sentence);
        }
    }

    private Heddle heddle() {
        return (Heddle) command.root().userObject();
    }
}
