package io.heddle.cli;

import io.heddle.lab.page.LabDiff;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `heddle lab diff`: what has changed between two runs of the lab?
@Command(
        name = "diff",
        usageHelpWidth = 80,
        description = "Compares two results of the lab, row by row.",
        footer = {
            "",
            "Example:",
            "  heddle lab diff before.json after.json",
            "",
            "Exit codes: 0 nothing broke; 1 something held in the first and does not in the second."
        })
final class LabDiffCommand implements Callable<Integer> {

    @Mixin
    private Terminal terminal = new Terminal();

    @Parameters(index = "0", paramLabel = "A.json", description = "The first result, written by --json.")
    private Path first = Path.of("");

    @Parameters(index = "1", paramLabel = "B.json", description = "The second.")
    private Path second = Path.of("");

    @Override
    public Integer call() {
        LabDiff diff = LabDiff.of(first, second);
        terminal.out().print(diff.text());
        return diff.newlyBroken().isEmpty() ? 0 : 1;
    }
}
