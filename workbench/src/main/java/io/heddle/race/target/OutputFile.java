package io.heddle.race.target;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// Reads what a process printed, as text that is safe to print again.
final class OutputFile {

    private static final int TAIL_BYTES = 64 * 1024;
    private static final int LINE_CHARS = 400;

    /// Escape sequences of terminals: CSI … final byte, OSC … BEL or ST, and two-character ones.
    private static final Pattern ESCAPES =
            Pattern.compile("\u001b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\u0007\u001b]*(?:\u0007|\u001b\\\\)?|[@-Z\\\\-_])?");

    /// Control characters but line feed and tab, and those that turn the direction of text.
    private static final Pattern CONTROLS =
            Pattern.compile("[\\p{Cntrl}\u0080-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069&&[^\n\t]]");

    private OutputFile() {}

    /// The last lines that are not blank; empty when the file is missing or has none.
    ///
    /// @param hide takes secrets out of the whole text, for some have several lines
    static String lastLines(Path file, int n, UnaryOperator<String> hide) {
        List<String> lines = hide.apply(clean(tail(file)))
                .lines()
                .filter(line -> !line.isBlank())
                .map(OutputFile::shortened)
                .toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - n), lines.size()));
    }

    /// Text without escape sequences, control characters and characters that turn its direction; carriage returns
    /// end a line.
    static String clean(String text) {
        String plain =
                ESCAPES.matcher(text).replaceAll("").replace("\r\n", "\n").replace('\r', '\n');
        return CONTROLS.matcher(plain).replaceAll("");
    }

    private static String shortened(String line) {
        return line.length() <= LINE_CHARS ? line : line.substring(0, LINE_CHARS) + "…";
    }

    private static String tail(Path file) {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(0, in.length() - TAIL_BYTES);
            byte[] bytes = new byte[(int) (in.length() - from)];
            in.seek(from);
            in.readFully(bytes);
            String text = new String(bytes, StandardCharsets.UTF_8);
            return from == 0 ? text : text.substring(text.indexOf('\n') + 1);
        } catch (IOException missing) {
            return "";
        }
    }
}
