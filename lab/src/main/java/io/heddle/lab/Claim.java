package io.heddle.lab;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What was published, and what a run says of it: one line of the lab's table of claims.
///
/// @param says the claim, a sentence without its full stop
/// @param verdict whether it holds: a few words
/// @param seen the run's figures that say so; empty where their rows were not run
/// @param why the reason, a sentence without its full stop
/// @param command runs it again
public record Claim(String says, String verdict, String seen, String why, String command) {

    /// @param seen parts, as [Rows#tell] gives them; empty ones are left out
    public static Claim of(String says, String verdict, String why, String command, String... seen) {
        return new Claim(says, verdict, Stream.of(seen).filter(part -> !part.isBlank()).collect(Collectors.joining("; ")), why, command);
    }

    /// The same with another verdict.
    Claim judged(String otherwise) {
        return new Claim(says, otherwise, seen, why, command);
    }
}
