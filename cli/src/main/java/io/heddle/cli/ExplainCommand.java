package io.heddle.cli;

import io.heddle.check.rule.Rule;
import io.heddle.report.LineWrapper;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `heddle explain`: why does a rule matter, how do I mend it?
@Command(
        name = "explain",
        usageHelpWidth = 80,
        description =
                "Shows a rule's page: why it matters, wrong and right code, JDKs, limits. Lists the rules without one.",
        footer = {
            "",
            "Examples:",
            "  heddle explain",
            "      all rules, each in one sentence",
            "  heddle explain lock-under-monitor",
            "      the page of one rule",
        })
final class ExplainCommand implements Callable<Integer> {

    private static final int WIDTH = 80;

    @Mixin
    private Terminal terminal = new Terminal();

    @Parameters(arity = "0..1", paramLabel = "RULE", description = "Name of a rule.")
    private Optional<String> name = Optional.empty();

    @Override
    public Integer call() {
        PrintWriter out = terminal.out();
        if (name.isPresent()) {
            out.print(Rule.named(Set.of(name.orElseThrow())).getFirst().page().markdown());
        } else {
            for (Rule rule : Rule.all()) {
                out.println(rule.name());
                LineWrapper.lines(rule.page().summary().replace('\n', ' '), WIDTH, "  ", "  ")
                        .forEach(out::println);
            }
            out.println("\nheddle explain RULE shows a rule's page.");
        }
        out.flush();
        return 0;
    }
}
