package io.heddle.race.arm;

import io.heddle.race.load.Answer;
import io.heddle.race.load.HeaderField;
import io.heddle.race.requests.Entry;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What is said of cookies that a target sets: Heddle keeps none, so that every request is the same on every
/// connection of both arms.
public final class CookieNote {

    private CookieNote() {}

    /// @param requests that were tried
    /// @param answers to the first of them, in their order
    /// @return names alone, without values; empty when each request brings what its answer sets
    public static Optional<String> of(List<Entry> requests, List<Answer> answers) {
        Set<String> missing = new TreeSet<>();
        for (int i = 0; i < answers.size(); i++) {
            Set<String> sent = values(requests.get(i).headers(), "Cookie")
                    .flatMap(value -> Arrays.stream(value.split(";")))
                    .map(CookieNote::name)
                    .collect(Collectors.toSet());
            values(answers.get(i).headers(), "Set-Cookie")
                    .map(CookieNote::name)
                    .filter(name -> !sent.contains(name))
                    .forEach(missing::add);
        }
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "the target sets cookies that no request sends back (" + String.join(", ", missing)
                                + "): to it each request is a new visitor, perhaps with a session of its own; log in once and give the cookie with --header 'Cookie: …' or in the file of --requests");
    }

    private static Stream<String> values(List<HeaderField> headers, String name) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(HeaderField::value);
    }

    private static String name(String cookie) {
        return cookie.split("=", 2)[0].strip();
    }
}
