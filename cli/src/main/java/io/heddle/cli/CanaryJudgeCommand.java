package io.heddle.cli;

import io.heddle.canary.CanaryRun;
import io.heddle.model.Canary;
import io.heddle.report.canary.CanaryJson;
import io.heddle.report.canary.CanaryText;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `heddle canary judge`: one look.
@Command(
        name = "judge",
        sortOptions = false,
        abbreviateSynopsis = true,
        usageHelpWidth = 80,
        description = "Looks once at all that the sources hold, and says pass, fail or undecided.",
        footer = {"", "Exit codes: 0 pass; 1 fail; 2 Heddle failed, or there is no data; 3 undecided."})
final class CanaryJudgeCommand implements Callable<Integer> {

    @Mixin
    private Terminal terminal = new Terminal();

    @Mixin
    private CanaryOptions options = new CanaryOptions();

    @Option(names = "--json", paramLabel = "FILE", description = "Write the verdict for scripts; - is standard output.")
    private Optional<Path> json = Optional.empty();

    @Override
    public Integer call() throws InterruptedException {
        try (CanaryRun run = options.open(terminal)) {
            Canary canary = run.last();
            json.ifPresent(file -> terminal.put(file, CanaryJson.render(canary, Heddle.version())));
            if (!json.map(ReportFile::isOutput).orElse(false)) {
                terminal.print(CanaryText.render(canary, terminal.style(Optional.empty())));
            }
            return CanaryOptions.exitCode(canary);
        }
    }
}
