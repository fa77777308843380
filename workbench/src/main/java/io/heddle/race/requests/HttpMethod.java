package io.heddle.race.requests;

import io.heddle.model.Failure;
import java.util.Set;
import java.util.regex.Pattern;

/// The word that a request begins with.
final class HttpMethod {

    private static final Pattern TOKEN = Pattern.compile("[A-Z][A-Z-]{0,31}");

    /// They do not ask the service for anything.
    private static final Set<String> NOT_FOR_LOAD = Set.of("CONNECT", "TRACE");

    private HttpMethod() {}

    static boolean is(String word) {
        return TOKEN.matcher(word).matches();
    }

    /// @throws Failure if it is none that a load can have
    static String of(String word, String where) {
        if (!is(word) || NOT_FOR_LOAD.contains(word)) {
            throw new Failure(
                    where + ": '" + word + "' is not a method that a load can have",
                    "give one such as GET, POST, PUT, PATCH or DELETE, in capitals");
        }
        return word;
    }
}
