package io.heddle.report;

import io.heddle.model.ClojureNames;
import io.heddle.model.Redaction;
import java.util.ArrayList;
import java.util.List;

/// Folds text to a width, a code point being one column.
public final class LineWrapper {

    private LineWrapper() {}

    /// @param text one paragraph
    /// @param width most columns of a line, indent included
    /// @param first what the first line starts with
    /// @param indent what each further line starts with
    /// @return at least one line, none of which a build server obeys; words longer than a line are cut, so that
    ///     nothing is ever wider
    public static List<String> lines(String text, int width, String first, String indent) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(first);
        boolean empty = true;
        for (String word : TerminalSanitizer.of(Redaction.tokens(ClojureNames.readable(text)))
                .split(" ", -1)) {
            String rest = word;
            if (!empty && columns(line) + 1 + columns(rest) > width) {
                lines.add(line.toString());
                line = new StringBuilder(indent);
                empty = true;
            }
            if (!empty) {
                line.append(' ');
            }
            while (columns(line) + columns(rest) > width) {
                int cut = rest.offsetByCodePoints(0, Math.min(columns(rest), Math.max(1, width - columns(line))));
                lines.add(line + rest.substring(0, cut));
                rest = rest.substring(cut);
                line = new StringBuilder(indent);
            }
            line.append(rest);
            empty = false;
        }
        lines.add(line.toString());
        lines.replaceAll(TerminalSanitizer::line);
        return lines;
    }

    /// Columns that the text takes.
    public static int columns(CharSequence text) {
        return Character.codePointCount(text, 0, text.length());
    }

    /// The text with spaces behind it.
    public static String left(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - columns(text)));
    }

    /// The text with spaces before it.
    public static String right(String text, int columns) {
        return " ".repeat(Math.max(0, columns - columns(text))) + text;
    }
}
