package io.heddle.report;

import java.util.Optional;

/// How a terminal report is laid out.
///
/// @param color whether escape sequences for colour may be written; never when piped
/// @param width columns, at least 60; longer lines are folded
/// @param html where the HTML report is; empty when none was written
public record Style(boolean color, int width, Optional<String> html) {

    /// What a pipe gets: 80 columns, no colour.
    public static final Style PLAIN = new Style(false, 80, Optional.empty());

    /// The same without colour.
    public Style plain() {
        return new Style(false, width, html);
    }

    /// The text in a colour, where colour is allowed.
    public String paint(Ink ink, String text) {
        return color ? "\u001b[" + ink.code + "m" + text + "\u001b[0m" : text;
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
