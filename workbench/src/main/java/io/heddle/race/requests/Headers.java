package io.heddle.race.requests;

import io.heddle.model.Failure;
import io.heddle.race.load.Header;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Headers and cookies as files have them.
final class Headers {

    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    /// They belong to the connection and not to the request (RFC 9110, 7.6.1), or Heddle sets them itself.
    private static final Set<String> CONNECTION = Set.of(
            "connection",
            "keep-alive",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "content-length",
            "host");

    private Headers() {}

    /// @throws Failure if it cannot be sent; its value is not shown
    static Header of(String name, String value, String where) {
        if (!NAME.matcher(name).matches() || value.chars().anyMatch(c -> c < ' ' && c != '\t' || c == 0x7f)) {
            throw new Failure(
                    where + ": the header '" + name.strip() + "' has a name or a value that HTTP forbids",
                    "names have no blanks and values no line breaks");
        }
        return new Header(name, value.strip());
    }

    /// Whether a recorded header says something about the connection that it was recorded on, not about the
    /// request. Names of HTTP/2 begin with a colon.
    static boolean ofConnection(String name) {
        return name.startsWith(":") || CONNECTION.contains(name.toLowerCase(Locale.ROOT));
    }

    static boolean has(List<Header> headers, String name) {
        return headers.stream().anyMatch(header -> header.name().equalsIgnoreCase(name));
    }
}
