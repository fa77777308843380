package io.heddle.check.input;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where Maven finds an artifact.
///
/// @param version such as `42.7.8`, or a range as Maven writes it
record Coordinates(String group, String artifact, String version) {

    private static final Pattern TEXT = Pattern.compile("([\\w.-]+):([\\w.-]+):([\\w.+\\[\\](),-]+)");

    /// @return empty when the text is no `group:artifact:version`
    static Optional<Coordinates> parse(String text) {
        Matcher match = TEXT.matcher(text);
        return match.matches() && !text.contains(".jar")
                ? Optional.of(new Coordinates(match.group(1), match.group(2), match.group(3)))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return group + ":" + artifact + ":" + version;
    }
}
