package io.heddle.canary.source;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Cuts bytes into lines; keeps the half line at the end until the rest of it comes.
final class LineCutter {

    private final int longest;
    private final ByteArrayOutputStream half = new ByteArrayOutputStream();
    private boolean skipping;
    private boolean ends;
    private long tooLong;

    /// @param longest line in bytes; longer ones are left out, and counted
    LineCutter(int longest) {
        this.longest = longest;
    }

    /// The next whole line, taken from the buffer.
    Optional<String> cut(ByteBuffer bytes) {
        if (ends) {
            ends = false;
            Optional<String> rest = rest();
            if (rest.isPresent()) {
                return rest;
            }
        }
        while (true) {
            int from = bytes.position();
            int end = from;
            while (end < bytes.limit() && bytes.get(end) != '\n') {
                end++;
            }
            boolean whole = end < bytes.limit();
            if (half.size() + end - from > longest) {
                tooLong += skipping ? 0 : 1;
                skipping = true;
                half.reset();
            }
            Optional<String> line = Optional.empty();
            if (whole && !skipping && half.size() == 0) {
                line = Optional.of(new String(bytes.array(), from, end - from, StandardCharsets.UTF_8));
            } else if (!skipping) {
                half.write(bytes.array(), from, end - from);
                line = whole ? rest() : line;
            }
            bytes.position(whole ? end + 1 : end);
            if (!whole) {
                return Optional.empty();
            }
            skipping = false;
            if (line.isPresent()) {
                return line;
            }
        }
    }

    /// The half line at the end.
    Optional<String> rest() {
        if (half.size() == 0) {
            return Optional.empty();
        }
        String line = half.toString(StandardCharsets.UTF_8);
        half.reset();
        return Optional.of(line);
    }

    /// Bytes of the half line at the end.
    int halfBytes() {
        return half.size();
    }

    /// What comes next is of another file: what is half is a line of its own.
    void endOfFile() {
        ends = true;
    }

    /// What is half will have no end.
    void drop() {
        half.reset();
        skipping = false;
    }

    long tooLong() {
        return tooLong;
    }
}
