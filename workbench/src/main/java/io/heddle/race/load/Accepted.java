package io.heddle.race.load;

import io.heddle.model.Failure;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Which answers are good: those of status 2xx, and redirections that the user names. A redirection costs the target
/// next to nothing, so that a race of them, such as to a login page, says nothing of the service.
///
/// @param redirections statuses from 300 to 399
public record Accepted(Set<Integer> redirections) {

    /// Statuses 2xx alone.
    public static final Accepted USUAL = new Accepted(Set.of());

    private static final int FIRST_GOOD = 200;
    private static final int FIRST_REDIRECTION = 300;
    private static final int FIRST_ERROR = 400;

    /// Keeps its own copy.
    public Accepted {
        redirections = Set.copyOf(redirections);
    }

    /// @param words `3xx` for every redirection, or statuses such as `304`; none for [#USUAL]
    /// @throws Failure if a word is neither
    public static Accepted parse(Iterable<String> words) {
        Set<Integer> redirections = new TreeSet<>();
        for (String word : words) {
            if (word.equals("3xx")) {
                for (int status = FIRST_REDIRECTION; status < FIRST_ERROR; status++) {
                    redirections.add(status);
                }
            } else if (word.matches("3\\d\\d")) {
                redirections.add(Integer.parseInt(word));
            } else {
                throw new Failure("--accept takes redirections", "write 3xx for all of them, or one such as 304");
            }
        }
        return new Accepted(redirections);
    }

    /// What a report must say of it; empty for [#USUAL].
    public Optional<String> words() {
        return redirections.isEmpty()
                ? Optional.empty()
                : Optional.of("by --accept, redirections count as good answers: "
                        + (redirections.size() == FIRST_ERROR - FIRST_REDIRECTION
                                ? "3xx"
                                : redirections.stream()
                                        .sorted()
                                        .map(String::valueOf)
                                        .collect(Collectors.joining(", "))));
    }

    /// Whether an answer is no error.
    ///
    /// @param status 200 and above
    public boolean good(int status) {
        return status >= FIRST_GOOD && status < FIRST_REDIRECTION || redirections.contains(status);
    }
}
