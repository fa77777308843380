package io.heddle.cli;

import io.heddle.check.rule.Rule;
import io.heddle.fix.Refusals;
import io.heddle.model.Refusal;
import io.heddle.report.LineWrapper;
import io.heddle.report.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `heddle explain`: why does a rule matter, how do I mend it? Why does fix refuse?
@Command(
        name = "explain",
        usageHelpWidth = 80,
        description =
                "Shows a rule's page: why it matters, wrong and right code, JDKs, limits; or why fix refuses. Lists all without a name.",
        footer = {
            "",
            "Examples:",
            "  heddle explain",
            "      all rules, each in one sentence",
            "  heddle explain lock-under-monitor",
            "      the page of one rule",
            "  heddle explain public-monitor",
            "      why heddle fix leaves such a monitor as it is",
        })
final class ExplainCommand implements Callable<Integer> {

    private static final int WIDTH = 80;

    @Mixin
    private Terminal terminal = new Terminal();

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Name of a rule or a refusal.")
    private Optional<String> name = Optional.empty();

    @Override
    public Integer call() {
        Gate out = terminal.out();
        if (name.isPresent()) {
            String wanted = name.orElseThrow();
            out.print(Lines.split(Refusals.named(wanted)
                    .map(Refusals::page)
                    .orElseGet(
                            () -> Rule.named(Set.of(wanted)).getFirst().page().markdown())));
        } else {
            List<String> lines = new ArrayList<>();
            for (Rule rule : Rule.all()) {
                lines.add(rule.name());
                lines.addAll(LineWrapper.lines(rule.page().summary().replace('\n', ' '), WIDTH, "  ", "  "));
            }
            lines.addAll(List.of("", "Why heddle fix refuses:", ""));
            for (Refusal refusal : Refusal.values()) {
                lines.add(Refusals.name(refusal));
                lines.addAll(LineWrapper.lines(Refusals.summary(refusal), WIDTH, "  ", "  "));
            }
            lines.addAll(List.of("", "heddle explain NAME shows the page of a rule or a refusal."));
            out.print(new Lines(lines));
        }
        return 0;
    }
}
