package io.heddle.race.requests;

import io.heddle.model.Failure;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/// Makes a request target out of what people write: a path, or a whole URL, of which the host is left out, since the
/// target decides where it listens.
final class RequestPath {

    private static final Pattern ORIGIN = Pattern.compile("(?i)https?://[^/?#]*");

    /// Characters that browsers send as they are and RFC 3986 forbids.
    private static final String FORBIDDEN = " \"<>\\^`{|}";

    private RequestPath() {}

    /// @param where for the sentence
    /// @throws Failure if it is neither
    static String of(String text, String where) {
        String path = ORIGIN.matcher(text).replaceFirst("");
        int fragment = path.indexOf('#');
        path = fragment < 0 ? path : path.substring(0, fragment);
        boolean whole = path.length() < text.length() && ORIGIN.matcher(text).lookingAt();
        path = whole && !path.startsWith("/") ? "/" + path : path;
        if (!path.startsWith("/")) {
            throw new Failure(
                    where + " is neither a path nor an http URL",
                    "give one such as /api/users?page=2 or http://localhost:8080/api/users");
        }
        String encoded = encoded(path);
        try {
            return new URI("http://localhost" + encoded).toASCIIString().substring("http://localhost".length());
        } catch (URISyntaxException e) {
            throw new Failure(
                    where + ": the path has a character that a URL cannot have, at position "
                            + (e.getIndex() - "http://localhost".length() + 1),
                    "write it as %, two hexadecimal digits",
                    e);
        }
    }

    private static String encoded(String path) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = b > ' ' && b < 0x7f && FORBIDDEN.indexOf(b) < 0;
            encoded.append(plain ? String.valueOf((char) b) : String.format(Locale.ROOT, "%%%02X", b & 0xff));
        }
        return encoded.toString();
    }
}
