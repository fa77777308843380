package io.heddle.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.canary.CanaryPlan;
import io.heddle.canary.CanaryRun;
import io.heddle.canary.rollout.AdminSocket;
import io.heddle.canary.rollout.Pace;
import io.heddle.canary.rollout.Servers;
import io.heddle.canary.rollout.Split;
import io.heddle.canary.rollout.Walk;
import io.heddle.model.Canary;
import io.heddle.net.Deadline;
import io.heddle.report.Formats;
import io.heddle.report.canary.CanaryJson;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `heddle canary rollout`: walks the canary's weight where no controller does.
@Command(
        name = "rollout",
        sortOptions = false,
        abbreviateSynopsis = true,
        usageHelpWidth = 80,
        description = {
            "Raises the canary's share of the traffic step by step, by HAProxy's admin socket, and looks at it meanwhile.",
            "Each weight is judged by itself, so that --state is not taken.",
            "A fail sets it back to 0 at once. The last weight is set after a pass alone. An undecided canary waits for a"
                    + " person: go or back, typed."
        },
        footer = {
            "",
            "Example:",
            "  heddle canary rollout --haproxy /run/haproxy/admin.sock \\",
            "    --baseline haproxy-log:/var/log/haproxy.log#platform \\",
            "    --canary haproxy-log:/var/log/haproxy.log#virtual",
            "",
            "Exit codes: 0 at the last weight; 1 failed, at 0; 2 Heddle failed or was",
            "stopped; 3 undecided.",
        })
final class CanaryRolloutCommand implements Callable<Integer> {

    private static final int ALL = 100;

    @Mixin
    private Terminal terminal = new Terminal();

    @Mixin
    private CanaryOptions options = new CanaryOptions();

    @Option(
            names = "--haproxy",
            paramLabel = "SOCKET",
            required = true,
            description = "HAProxy's admin socket, with level admin.")
    private Path socket = Path.of("");

    @Option(
            names = "--servers",
            paramLabel = "BASELINE,CANARY",
            split = ",",
            description =
                    "The two servers of HAProxy, as BACKEND/SERVER or SERVER (default: those that the sources name after #).")
    private List<String> servers = List.of();

    @Option(
            names = "--weights",
            paramLabel = "N",
            split = ",",
            defaultValue = "1,5,20,50,100",
            description = "The canary's share in percent, step by step (default: ${DEFAULT-VALUE}).")
    private List<Integer> weights = List.of();

    @Option(
            names = "--step",
            paramLabel = "TIME",
            converter = TimeSpan.class,
            defaultValue = "5m",
            description = "Least time at each weight but the last (default: ${DEFAULT-VALUE}).")
    private Duration step = Duration.ZERO;

    @Option(
            names = "--every",
            paramLabel = "TIME",
            converter = TimeSpan.class,
            defaultValue = "5s",
            description = "Time from one look to the next (default: ${DEFAULT-VALUE}).")
    private Duration every = Duration.ZERO;

    @Option(
            names = "--max-duration",
            paramLabel = "TIME",
            converter = TimeSpan.class,
            defaultValue = "2h",
            description = "After which an undecided canary waits for a person (default: ${DEFAULT-VALUE}).")
    private Duration longest = Duration.ZERO;

    @Option(
            names = "--keep-on-interrupt",
            description = "Ctrl-C leaves the weight as it is (default: it goes back to 0).")
    private boolean keepsOnInterrupt;

    @Mixin
    private CanaryReport report = new CanaryReport();

    @Override
    public Integer call() throws InterruptedException {
        Pace pace = pace();
        Split split = Split.of(new AdminSocket(socket), named());
        AtomicReference<Canary> last = new AtomicReference<>();
        Walk.Ended ended;
        try (CanaryRun run = options.open(terminal, Deadline.NONE);
                Interrupt interrupt = Interrupt.of(Thread.currentThread(), terminal.err(), onInterrupt())) {
            Walk.Looks looks = looks(run, last);
            ended = new Walk(split, pace, looks, new TypedAnswers(System.in), terminal::say).run();
        }
        report(Optional.ofNullable(last.get()), ended);
        return exitCode(ended.end());
    }

    /// Each weight is judged by itself; α is split evenly between those that are judged (Bonferroni).
    private Walk.Looks looks(CanaryRun run, AtomicReference<Canary> last) {
        CanaryPlan whole = options.plan(terminal);
        CanaryPlan each = new CanaryPlan(whole.quantiles(), whole.tolerance(), whole.alpha() / (weights.size() - 1));
        return new Walk.Looks() {
            @Override
            public void begin() {
                // What came before the new weight is no news of it.
                run.read();
                run.judgeAnew(each);
            }

            @Override
            public void read() {
                run.read();
            }

            @Override
            public Canary look() {
                Canary seen = run.look();
                last.set(seen);
                return seen;
            }
        };
    }

    private Pace pace() {
        terminal.require(
                !options.keepsState(),
                "rollout takes no --state: each weight is judged by itself, from when it is set");
        terminal.require(
                weights.size() >= 2
                        && weights.equals(weights.stream().sorted().distinct().toList())
                        && weights.getFirst() >= 1
                        && weights.getLast() <= ALL,
                "--weights takes two or more, ascending, from 1 to 100");
        options.requireEvery(terminal, every);
        return new Pace(weights, step, every, longest, keepsOnInterrupt);
    }

    private Servers named() {
        List<String> both = servers.isEmpty() ? options.haproxyServers() : servers;
        terminal.require(
                both.size() == 2, "--servers takes the baseline and the canary, such as shop/platform,shop/virtual");
        return Servers.of(both.getFirst(), both.getLast());
    }

    private String onInterrupt() {
        return keepsOnInterrupt
                ? "stopping: the canary keeps its weight"
                : "stopping: the canary goes back to weight 0 (Ctrl-C again leaves it as it is)";
    }

    private void report(Optional<Canary> canary, Walk.Ended ended) {
        canary.ifPresent(seen -> {
            ObjectNode tree = (ObjectNode) CanaryJson.tree(seen, Heddle.version());
            tree.putObject("rollout").put("end", Formats.spelled(ended.end())).put("weight", ended.percent());
            report.write(terminal, seen, tree);
        });
    }

    private static int exitCode(Walk.End end) {
        return switch (end) {
            case REACHED -> 0;
            case FAILED -> 1;
            case STOPPED -> 2;
            case TAKEN_BACK, WAITS -> 3;
        };
    }
}
