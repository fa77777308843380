package io.heddle.cli;

import io.heddle.lab.page.Kept;
import io.heddle.lab.page.LabClaims;
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
        description =
                "Prints what was published and whether it holds, as a table in Markdown, out of results that were kept.",
        footer = {
            "",
            "Example:",
            "  heddle lab --all --json lab.json",
            "  heddle lab claims lab.json",
            "",
            "Of a row that is in several results the last counts."
        })
final class LabClaimsCommand implements Callable<Integer> {

    @Mixin
    private Terminal terminal = new Terminal();

    @Parameters(arity = "1..*", paramLabel = "FILE.json", description = "Results, written by --json.")
    private List<Path> files = List.of();

    @Override
    public Integer call() {
        terminal.print(LabClaims.markdown(Kept.results(files)));
        return 0;
    }
}
