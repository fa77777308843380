package io.heddle.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Text from outside made harmless for a terminal and for the log of a build server.
///
/// Whoever names a thread, a file or a header may have put an escape sequence into it: one that repaints the screen,
/// sets the window's title, or turns the direction of writing so that the eye reads another verdict than the one that
/// stands there. A build server obeys lines of a log.
public final class TerminalSanitizer {

    private static final char REPLACEMENT = '\ufffd';
    /// Build servers obey these wherever they stand in a log: GitHub's older commands and Azure's, TeamCity's service
    /// messages. Sources: github.com/actions/runner, ActionCommand.cs; learn.microsoft.com, "Logging commands";
    /// jetbrains.com/help/teamcity, "Service messages".
    private static final Pattern COMMAND = Pattern.compile("##(?=\\w*\\[)");
    /// GitLab's sections and Travis' folds. Source: docs.gitlab.com, "Job logs".
    private static final Pattern SECTION = Pattern.compile("(section_(?:start|end)|travis_(?:fold|time)):");
    /// Buildkite's groups, at the start of a line. Source: buildkite.com/docs, "Managing log output".
    private static final Pattern GROUP = Pattern.compile("^(?:---|\\+\\+\\+|~~~|\\^\\^\\^)(?= )");
    private static final String WORKFLOW_COMMAND = "::";

    private TerminalSanitizer() {}

    /// The text on one line, without control characters, format characters (directions, zero widths, tags) and halves
    /// of surrogate pairs.
    public static String of(String text) {
        return withoutCommands(plain(text, true));
    }

    /// A whole line of a log, as [#of] but with Heddle's own colours, which GitHub does not take for a workflow
    /// command:
    /// it obeys what follows `::` behind nothing but white space, on standard output as on standard error.
    ///
    /// @return as wide as before if the text went through [#of] already
    public static String line(String line) {
        Matcher mark = Style.MARK.matcher(line);
        StringBuilder harmless = new StringBuilder();
        int from = 0;
        while (mark.find()) {
            harmless.append(of(line.substring(from, mark.start()))).append(mark.group());
            from = mark.end();
        }
        harmless.append(of(line.substring(from)));
        return withoutStart(harmless.toString());
    }

    /// A whole document, such as a report for scripts on standard output: line feeds and tabs stay, other characters
    /// that a terminal obeys do not. Formats that can escape such characters have done so before.
    public static String document(String text) {
        return plain(text, false);
    }

    private static String plain(String text, boolean oneLine) {
        int first = 0;
        while (first < text.length() && isHarmless(text.charAt(first))) {
            first++;
        }
        if (first == text.length()) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length()).append(text, 0, first);
        for (int i = first; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int point = text.codePointAt(i);
            boolean blank = point == '\n' || point == '\t' || point == '\r';
            if (blank && (oneLine || point == '\r')) {
                plain.append(oneLine ? ' ' : REPLACEMENT);
            } else if (!blank && isObeyed(point)) {
                plain.append(REPLACEMENT);
            } else {
                plain.appendCodePoint(point);
            }
        }
        return plain.toString();
    }

    private static boolean isHarmless(char letter) {
        return letter >= ' ' && letter < 127;
    }

    /// Whether a terminal, or whoever reads on it, may be misled by a character: what controls, what turns the
    /// direction
    /// or has no width, what has no meaning that is known.
    static boolean isObeyed(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> true;
            default -> isInvisible(point);
        };
    }

    /// Letters and marks without a glyph (Unicode's Default_Ignorable_Code_Point), but for the two that choose between
    /// text and emoji.
    private static boolean isInvisible(int point) {
        return point == 0x034F
                || point == 0x115F
                || point == 0x1160
                || point == 0x17B4
                || point == 0x17B5
                || point >= 0x180B && point <= 0x180F
                || point == 0x3164
                || point == 0xFFA0
                || point >= 0xFE00 && point <= 0xFE0D
                || point >= 0xE0100 && point <= 0xE01EF;
    }

    private static String withoutCommands(String text) {
        String plain = text.contains("##") ? COMMAND.matcher(text).replaceAll("# #") : text;
        return plain.indexOf(':') < 0 ? plain : SECTION.matcher(plain).replaceAll("$1 :");
    }

    private static String withoutStart(String line) {
        int start = 0;
        Matcher mark = Style.MARK.matcher(line);
        while (start < line.length()) {
            if (mark.region(start, line.length()).lookingAt()) {
                start = mark.end();
            } else if (isBlank(line.charAt(start))) {
                start++;
            } else {
                break;
            }
        }
        if (line.startsWith(WORKFLOW_COMMAND, start)) {
            return line.substring(0, start) + ".." + line.substring(start + WORKFLOW_COMMAND.length());
        }
        return GROUP.matcher(line).find() ? "." + line.substring(1) : line;
    }

    /// As .NET, in which GitHub's runner is written, trims: no-break spaces too.
    private static boolean isBlank(char letter) {
        return Character.isWhitespace(letter) || Character.isSpaceChar(letter);
    }
}
