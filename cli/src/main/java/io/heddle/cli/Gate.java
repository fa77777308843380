package io.heddle.cli;

import io.heddle.model.Redaction;
import io.heddle.report.Lines;
import io.heddle.report.TerminalSanitizer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;

/// The one gate through which the command prints, to standard output or standard error. What is said may be from
/// outside, all of it: the gate makes it harmless, so that no caller has to think of it
/// ([why](../../../../../../../docs/decisions/one-gate-for-output.md)).
final class Gate {

    private static final String HOME = "\u001b[%dA\r";
    private static final String EMPTY_LINE = "\u001b[2K";
    private static final String BELOW = "\u001b[J";
    private static final String NO_WRAP = "\u001b[?7l";
    private static final String WRAP = "\u001b[?7h";
    private static final String ANEW = "\r\u001b[K";
    /// Columns of a line that is written anew in its place: a folded one would be more than one.
    private static final int PROGRESS = 79;

    private final PrintWriter to;

    /// @param to where nobody else prints, but picocli its own help
    Gate(PrintWriter to) {
        this.to = to;
    }

    /// A line of talk, without secrets. Line feeds in it begin no new one.
    void line(String text) {
        print(Lines.of(Redaction.text(text)));
    }

    /// What people read.
    void print(Lines lines) {
        write(lines.text());
    }

    /// A document, such as a report for scripts: as it is but for what a terminal obeys.
    void document(String text) {
        write(TerminalSanitizer.document(text));
    }

    /// A document that is applied to files of the user and must not change.
    void exact(String text) {
        write(text);
    }

    /// Why a command ends with exit code 2. Lines below the first are what a target said.
    ///
    /// @param sentence one, or one and the lines of a target
    /// @param more lines between the sentence and what to do
    void failure(String sentence, List<String> more, String next) {
        String safe = Redaction.text(sentence);
        String first = safe.lines().findFirst().orElse("");
        print(Lines.of("heddle: " + first)
                .and(Lines.quoted(safe.substring(first.length()).strip()))
                .and(new Lines(more))
                .and(Lines.of("  try: " + Redaction.text(next))));
    }

    /// Where a failure comes from, for `--verbose`: messages of exceptions are from outside.
    void trace(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        print(Lines.quoted(Redaction.text(trace.toString())));
    }

    /// One line on a terminal in place of the last one that was printed so.
    void progress(String line) {
        String cut = line.substring(0, Math.min(PROGRESS, line.length()));
        write(ANEW + Lines.of(Redaction.text(cut)).text().stripTrailing());
    }

    /// Takes such a line away.
    void clearProgress() {
        write(ANEW);
    }

    /// Lines on a terminal in place of those that were printed so before.
    ///
    /// @param over how many there were
    void frame(Lines lines, int over) {
        // In one piece, and each line over the one that was there: a screen that is wiped first flickers. A
        // narrow one cuts lines off: folded they would be more than are counted.
        StringBuilder frame = new StringBuilder(NO_WRAP).append(home(over));
        lines.text()
                .lines()
                .forEach(line -> frame.append(EMPTY_LINE).append(line).append("\r\n"));
        write(frame.append(BELOW).append(WRAP).toString());
    }

    /// Takes such lines away.
    void clearFrame(int lines) {
        write(home(lines) + BELOW);
    }

    /// Whether something that was printed did not arrive.
    boolean failed() {
        return to.checkError();
    }

    private static String home(int lines) {
        return lines > 0 ? String.format(Locale.ROOT, HOME, lines) : "";
    }

    private void write(String text) {
        to.print(text);
        to.flush();
    }
}
