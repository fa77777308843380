package io.heddle.lab;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What was published, and what a run says of it: one line of the lab's table of claims.
///
/// @param says the claim, a sentence without its full stop
/// @param verdict whether it holds: a few words
/// @param seen the run's figures that say so; empty where their rows were not run
/// @param why the reason, a sentence without its full stop
/// @param command runs it again
/// @param grounds how the expectations begin that the verdict rests on; empty where it rests on none of them
public record Claim(String says, String verdict, String seen, String why, String command, List<String> grounds) {

    /// What stands for a verdict where nothing was run.
    public static final String NOT_RUN = "not run";

    public Claim {
        grounds = List.copyOf(grounds);
    }

    /// @param seen parts, as [Rows#tell] gives them; empty ones are left out
    public static Claim of(String says, String verdict, String why, String command, String... seen) {
        return new Claim(
                says,
                verdict,
                Stream.of(seen).filter(part -> !part.isBlank()).collect(Collectors.joining("; ")),
                why,
                command,
                List.of());
    }

    /// The same, resting on expectations.
    ///
    /// @param beginnings of what they say
    public Claim on(String... beginnings) {
        return new Claim(says, verdict, seen, why, command, List.of(beginnings));
    }

    /// What a run makes of it: its verdict stands where each of its grounds held on some JDK and on none did not.
    ///
    /// @param expectations of the run; none where there was none
    public Claim after(List<Expectation> expectations) {
        if (seen.isEmpty()) {
            return judged(NOT_RUN);
        }
        List<List<Expectation>> found = grounds.stream()
                .map(ground -> expectations.stream()
                        .filter(one -> one.says().startsWith(ground))
                        .toList())
                .toList();
        if (found.stream().flatMap(List::stream).anyMatch(one -> one.state() == Expectation.State.BROKEN)) {
            return judged(verdict + "; but something that must hold did not");
        }
        return found.stream().allMatch(each -> each.stream().anyMatch(one -> one.state() == Expectation.State.HELD))
                ? this
                : judged("not shown by this run");
    }

    /// The same with another verdict.
    Claim judged(String otherwise) {
        return new Claim(says, otherwise, seen, why, command, grounds);
    }
}
