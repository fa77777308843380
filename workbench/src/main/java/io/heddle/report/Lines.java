package io.heddle.report;

import io.heddle.model.ClojureNames;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Lines for people, whose text may be from outside: a name in an archive, a key of a file, an answer, a target's
/// output. The command's gate prints nothing else.
///
/// Each line is harmless and stays one line: no control character, no mark that turns the direction, nothing that a
/// build server obeys, whatever stands in it. Only [Style#paint] brings colour.
///
/// @param lines harmless already
public record Lines(List<String> lines) {

    public Lines {
        lines = lines.stream()
                .map(line -> TerminalSanitizer.line(ClojureNames.readable(line)))
                .toList();
    }

    /// Each text is one line, line feeds in it or not.
    public static Lines of(String... lines) {
        return new Lines(List.of(lines));
    }

    /// A text of several lines, such as a page of Heddle's own. Text from outside in it may begin a line.
    public static Lines split(String text) {
        return new Lines(text.lines().toList());
    }

    /// What a target said, so that no line of it looks like one of Heddle's.
    public static Lines quoted(String text) {
        return new Lines(text.lines().map(line -> "  | " + line).toList());
    }

    /// These lines and others below them.
    public Lines and(Lines below) {
        return new Lines(Stream.concat(lines.stream(), below.lines().stream()).toList());
    }

    /// A line feed ends each line; colours are those of a terminal.
    public String text() {
        return lines.stream().map(line -> Style.ansi(line) + "\n").collect(Collectors.joining());
    }

    /// As [#text()].
    @Override
    public String toString() {
        return text();
    }
}
