package io.heddle.report;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/// How a terminal report is laid out.
///
/// @param color whether escape sequences for colour may be written; never when piped
/// @param width columns, at least 60; longer lines are folded
/// @param html where the HTML report is; empty when none was written
public record Style(boolean color, int width, Optional<String> html) {

    /// Nobody outside can know it, so that no text from outside brings a colour.
    private static final String SECRET = HexFormat.of().formatHex(random());

    private static final String BEGIN = "\u001b" + SECRET;

    /// A colour of [#paint], before it is made into one of a terminal.
    static final Pattern MARK = Pattern.compile(BEGIN + "(?<codes>[0-9;]{1,8})m");

    /// What a pipe gets: 80 columns, no colour.
    public static final Style PLAIN = new Style(false, 80, Optional.empty());

    /// The same without colour.
    public Style plain() {
        return new Style(false, width, html);
    }

    /// The text in a colour, where colour is allowed; [Lines] makes it one of the terminal.
    public String paint(Ink ink, String text) {
        return color ? BEGIN + ink.code + "m" + text + BEGIN + "0m" : text;
    }

    /// A line in the colours of a terminal, if there are any.
    static String ansi(String line) {
        return line.indexOf('\u001b') < 0 ? line : MARK.matcher(line).replaceAll("\u001b[${codes}m");
    }

    private static byte[] random() {
        byte[] bytes = new byte[8];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /// Colours by meaning. They come from the sixteen that a terminal's own theme sets, so that they can be read
    /// on light and on dark.
    public enum Ink {
        TITLE("1"),
        FAINT("2"),
        GAIN("1;32"),
        NO_GAIN("1;36"),
        HARM("1;31"),
        UNDECIDED("1;33"),
        DOUBT("33");

        private final String code;

        Ink(String code) {
            this.code = code;
        }
    }
}
