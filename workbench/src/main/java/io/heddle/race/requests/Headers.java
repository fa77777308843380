package io.heddle.race.requests;

import io.heddle.race.load.HeaderField;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Headers and cookies as files have them.
final class Headers {

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

    /// Whether a recorded header says something about the connection that it was recorded on, not about the
    /// request. Names of HTTP/2 begin with a colon.
    static boolean ofConnection(String name) {
        return name.startsWith(":") || CONNECTION.contains(name.toLowerCase(Locale.ROOT));
    }

    static boolean has(List<HeaderField> headers, String name) {
        return headers.stream().anyMatch(header -> header.name().equalsIgnoreCase(name));
    }
}
