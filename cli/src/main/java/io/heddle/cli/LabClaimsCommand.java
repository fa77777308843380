package io.heddle.cli;

import io.heddle.lab.page.Kept;
import io.heddle.lab.page.LabClaims;
import io.heddle.report.Lines;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `heddle lab claims`: what was published, and whether it holds.
@Command(
        name = "claims",
        usageHelpWidth = 80,
        description = "Prints the published claims and whether they hold, as a Markdown table, from kept results.",
        footer = {
            "",
            "Example:",
            "  heddle lab --all --json lab.json",
            "  heddle lab claims lab.json",
            "",
            "If several results have the same row, the last one counts."
        })
final class LabClaimsCommand implements Callable<Integer> {

    @Mixin
    private Terminal terminal = new Terminal();

    @Parameters(arity = "1..*", paramLabel = "FILE.json", description = "Results, written by --json.")
    private List<Path> files = List.of();

    @Override
    public Integer call() {
        terminal.out().print(Lines.split(LabClaims.markdown(Kept.results(files))));
        return 0;
    }
}
