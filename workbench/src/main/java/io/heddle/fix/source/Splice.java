package io.heddle.fix.source;

/// Replaces the characters from `start` (inclusive) to `end` (exclusive) by others.
///
/// @param start offset in the text; equal to `end` where something is only inserted
public record Splice(int start, int end, String text) {

    public Splice {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("a splice from " + start + " to " + end);
        }
    }

    /// Inserts something.
    public static Splice insert(int at, String text) {
        return new Splice(at, at, text);
    }
}
