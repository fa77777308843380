package io.heddle.cli;

import io.heddle.canary.CanaryRun;
import io.heddle.model.Canary;
import io.heddle.net.Deadline;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `heddle canary judge`: one look.
@Command(
        name = "judge",
        sortOptions = false,
        abbreviateSynopsis = true,
        usageHelpWidth = 80,
        description = "Looks once at all that the sources hold, and says pass, fail or undecided.",
        footer = {
            "",
            "Examples:",
            "  heddle canary judge --baseline access.jsonl --canary access.jsonl",
            "  heddle canary judge --baseline old.jsonl --canary new.jsonl --json -",
            "  heddle canary judge --baseline nginx-log:/var/log/nginx/access.log#stable \\",
            "                      --canary nginx-log:/var/log/nginx/access.log#canary \\",
            "                      --state roll-out.state",
            "      once a minute by cron: goes on where the last look was",
            "",
            "Exit codes: 0 pass; 1 fail; 2 Heddle failed, or there is no data; 3 undecided.",
        })
final class CanaryJudgeCommand implements Callable<Integer> {

    @Mixin
    private Terminal terminal = new Terminal();

    @Mixin
    private CanaryOptions options = new CanaryOptions();

    @Mixin
    private CanaryReport report = new CanaryReport();

    @Override
    public Integer call() throws InterruptedException {
        try (CanaryRun run = options.open(terminal, Deadline.NONE)) {
            Canary canary = run.last();
            report.write(terminal, canary);
            return CanaryOptions.exitCode(canary);
        }
    }
}
