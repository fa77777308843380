package io.heddle.report;

import java.util.regex.Pattern;

/// Text of the target made harmless for a terminal.
///
/// Whoever names a thread, a pool or a header may have put an escape sequence into it: one that repaints the screen,
/// sets the window's title, or turns the direction of writing so that the eye reads another verdict than the one that
/// stands there.
public final class TerminalSanitizer {

    private static final int REPLACEMENT = 0xFFFD;
    /// Build servers obey these wherever they stand in a log: GitHub's older commands, Azure's, TeamCity's.
    private static final Pattern COMMAND = Pattern.compile("##(?=\\w*\\[)");
    private static final String WORKFLOW_COMMAND = "::";

    private TerminalSanitizer() {}

    /// The text on one line, without control characters, format characters (directions, zero widths) and halves of
    /// surrogate pairs.
    public static String of(String text) {
        String plain = text.codePoints()
                .map(TerminalSanitizer::harmless)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return COMMAND.matcher(plain).replaceAll("# #");
    }

    /// A whole line of a log, which GitHub does not take for a workflow command: it obeys what follows `::` behind
    /// nothing but blanks, on standard output as on standard error.
    ///
    /// @param line plain already, and as wide as before
    public static String line(String line) {
        String text = line.stripLeading();
        return text.startsWith(WORKFLOW_COMMAND)
                ? line.substring(0, line.length() - text.length()) + ".." + text.substring(WORKFLOW_COMMAND.length())
                : line;
    }

    private static int harmless(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL -> point == '\n' || point == '\t' || point == '\r' ? ' ' : REPLACEMENT;
            case Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> REPLACEMENT;
            default -> point;
        };
    }
}
