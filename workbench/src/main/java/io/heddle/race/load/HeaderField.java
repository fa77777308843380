package io.heddle.race.load;

import io.heddle.model.Failure;
import java.util.regex.Pattern;

/// One header line of a request or an answer.
///
/// @param name without colon; not empty
/// @param value without line break
public record HeaderField(String name, String value) {

    /// RFC 9110, 5.6.2: a token.
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    /// One that can be sent.
    ///
    /// @param where it was given, for a sentence
    /// @throws Failure if HTTP forbids its name or its value, which is not shown
    public static HeaderField of(String name, String value, String where) {
        if (!new HeaderField(name, value).canBeSent()) {
            throw new Failure(
                    where + ": the header '" + name.strip() + "' has a name or a value that HTTP forbids",
                    "names have no blanks and values no line breaks");
        }
        return new HeaderField(name, value.strip());
    }

    /// Whether HTTP allows its name and its value.
    boolean canBeSent() {
        return NAME.matcher(name).matches() && value.chars().noneMatch(c -> c < ' ' && c != '\t' || c == 0x7f);
    }
}
