package io.heddle.rules;

import java.nio.file.Path;

/// A place that does not keep a rule.
///
/// @param line counted from 1
public record Breach(Path file, long line, String sentence) {

    /// As compilers say it, so that an editor can jump there.
    @Override
    public String toString() {
        return file + ":" + line + ": " + sentence;
    }
}
