package io.heddle.cli;

import io.heddle.canary.CanaryRun;
import io.heddle.model.Canary;
import io.heddle.model.Failure;
import io.heddle.net.Deadline;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `heddle canary watch`: looks again until it is decided.
@Command(
        name = "watch",
        sortOptions = false,
        abbreviateSynopsis = true,
        usageHelpWidth = 80,
        description = "Looks again and again until it is decided, with a screen that is kept up to date on a terminal.",
        footer = {
            "",
            "Examples:",
            "  heddle canary watch --baseline haproxy-udp:127.0.0.1:15514#old \\",
            "                      --canary haproxy-udp:127.0.0.1:15514#new --state roll-out.state",
            "      Ctrl-C ends with the last look; the same command goes on from there",
            "  heddle canary watch --baseline 'prometheus:http://127.0.0.1:9090#{arm=\"old\"}' \\",
            "                      --canary 'prometheus:http://127.0.0.1:9090#{arm=\"new\"}' \\",
            "                      --max-duration 30m --json verdict.json",
            "",
            "Exit codes: 0 pass; 1 fail; 2 Heddle failed, or there is no data; 3 undecided.",
        })
final class CanaryWatchCommand implements Callable<Integer> {

    private static final long READ_MILLIS = 200;

    @Mixin
    private Terminal terminal = new Terminal();

    @Mixin
    private CanaryOptions options = new CanaryOptions();

    @Option(
            names = "--every",
            converter = TimeSpan.class,
            paramLabel = "TIME",
            defaultValue = "15s",
            description = "How often to look (default: ${DEFAULT-VALUE}).")
    private Duration every = Duration.ZERO;

    @Option(
            names = "--max-duration",
            converter = TimeSpan.class,
            paramLabel = "TIME",
            defaultValue = "2h",
            description = "When to give up, undecided (default: ${DEFAULT-VALUE}).")
    private Duration longest = Duration.ZERO;

    @Mixin
    private CanaryReport report = new CanaryReport();

    @Override
    public Integer call() throws InterruptedException {
        options.requireEvery(terminal, every);
        CanaryScreen screen = new CanaryScreen(terminal);
        Deadline deadline = Deadline.in(longest);
        try (CanaryRun run = options.open(terminal, deadline);
                Interrupt interrupt = Interrupt.of(Thread.currentThread(), terminal.err())) {
            Canary canary = watch(run, screen, deadline);
            screen.end();
            run.requireBoth();
            report.write(terminal, canary);
            return CanaryOptions.exitCode(canary);
        }
    }

    /// The last look: of a verdict, at the end of the time, or when the user stops it.
    private Canary watch(CanaryRun run, CanaryScreen screen, Deadline deadline) {
        long next = System.nanoTime();
        Canary canary = run.lookAgain();
        try {
            while (canary.kind() == Canary.Kind.UNDECIDED && !deadline.isOver()) {
                if (System.nanoTime() >= next) {
                    canary = run.look();
                    screen.show(canary);
                    next += every.toNanos();
                } else {
                    run.read();
                    TimeUnit.MILLISECONDS.sleep(READ_MILLIS);
                }
            }
            return canary;
        } catch (InterruptedException e) {
            return run.lookAgain();
        } catch (Failure e) {
            // A wait that the user or the end of the time has cut short is no failure of the server.
            if (!Thread.interrupted() && !deadline.isOver()) {
                throw e;
            }
            return run.lookAgain();
        }
    }
}
