package io.heddle.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `heddle canary`: is the roll-out no worse?
@Command(
        name = "canary",
        sortOptions = false,
        abbreviateSynopsis = true,
        usageHelpWidth = 80,
        subcommands = {
            CanaryJudgeCommand.class,
            CanaryWatchCommand.class,
            CanaryServeCommand.class,
            CanaryRolloutCommand.class
        },
        description = {
            "Compares two arms of a service in production, such as platform threads and virtual threads.",
            "Says pass, fail or undecided; it may be asked at any time."
        },
        footer = {
            "",
            "Examples:",
            "  heddle canary judge --baseline access.jsonl --canary access.jsonl",
            "      one file of lines such as",
            "      {\"t\": 1764000000.1, \"ms\": 12.3, \"status\": 200, \"arm\": \"canary\"}",
            "  heddle canary judge --baseline old.jsonl --canary new.jsonl --json -",
            "      two files, for scripts",
            "  heddle canary watch --baseline haproxy-udp:127.0.0.1:15514#old \\",
            "                      --canary haproxy-udp:127.0.0.1:15514#new --state roll-out.state",
            "      HAProxy's log as it is sent, until it is decided",
            "  heddle canary watch --baseline 'prometheus:http://127.0.0.1:9090#{arm=\"old\"}' \\",
            "                      --canary 'prometheus:http://127.0.0.1:9090#{arm=\"new\"}'",
            "      histograms that Prometheus has",
            "  heddle canary serve --baseline nginx-log:access.log#stable \\",
            "                      --canary nginx-log:access.log#canary",
            "      answers Argo Rollouts, Flagger and people on http://127.0.0.1:8787/",
            "",
            "Exit codes: 0 pass; 1 fail; 2 Heddle failed, or there is no data; 3 undecided.",
        })
final class CanaryCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /// Without a sub-command there is nothing to do but to say which there are.
    @Override
    public void run() {
        CommandLine line = spec.commandLine();
        line.usage(line.getOut());
    }
}
