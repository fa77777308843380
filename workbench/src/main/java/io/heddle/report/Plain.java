package io.heddle.report;

/// Text of the target made harmless for a terminal.
///
/// Whoever names a thread, a pool or a header may have put an escape sequence into it: one that repaints the screen,
/// sets the window's title, or turns the direction of writing so that the eye reads another verdict than the one that
/// stands there.
public final class Plain {

    private static final int REPLACEMENT = 0xFFFD;

    private Plain() {}

    /// The text on one line, without control characters, format characters (directions, zero widths) and halves of
    /// surrogate pairs.
    public static String of(String text) {
        return text.codePoints()
                .map(Plain::harmless)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
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
