package io.heddle.cli;

import io.heddle.canary.CanaryPlan;
import io.heddle.canary.CanaryRun;
import io.heddle.canary.rollout.InFlight;
import io.heddle.canary.why.Why;
import io.heddle.model.Canary;
import io.heddle.net.Deadline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// What is compared, how, and where that is kept: the options of every sub-command of `canary`. A picocli mixin.
@Command
final class CanaryOptions {

    private static final int UNDECIDED = 3;

    @Option(
            names = "--baseline",
            paramLabel = "SOURCE",
            required = true,
            description = {
                "Requests of the arm that is known:",
                "FILE.jsonl or - (standard input), haproxy-udp:HOST:PORT#server, haproxy-log:FILE#server,"
                        + " nginx-log:FILE#arm, access-log:FILE#arm, prometheus:URL#selector."
            })
    private String baseline = "";

    @Option(
            names = "--canary",
            paramLabel = "SOURCE",
            required = true,
            description = "Requests of the arm that is new.")
    private String canary = "";

    @Option(
            names = "--quantiles",
            split = ",",
            paramLabel = "Q",
            defaultValue = "0.5,0.95,0.99",
            description = "Of latency, each above 0 and below 1 (default: ${DEFAULT-VALUE}).")
    private List<Double> quantiles = List.of();

    @Option(
            names = "--tolerance",
            converter = Share.class,
            defaultValue = "10%",
            description = "How much worse the canary may be (default: ${DEFAULT-VALUE}).")
    private double tolerance;

    @Option(
            names = "--alpha",
            converter = Share.class,
            defaultValue = "5%",
            description = "How often a fail or a pass may be false, over all looks (default: ${DEFAULT-VALUE}).")
    private double alpha;

    @Option(
            names = "--state",
            paramLabel = "FILE",
            description = "Go on where this file says, and keep it up to date: a verdict once given is kept.")
    private Optional<Path> state = Optional.empty();

    @Option(
            names = "--baseline-metrics",
            paramLabel = "URL",
            description = {
                "The service's own metrics, to say why: a page for Prometheus such as"
                        + " http://10.0.0.7:8080/actuator/prometheus, or prometheus:URL#selector."
            })
    private Optional<String> baselineMetrics = Optional.empty();

    @Option(names = "--canary-metrics", paramLabel = "URL", description = "The same of the canary.")
    private Optional<String> canaryMetrics = Optional.empty();

    @Option(
            names = "--silence",
            paramLabel = "TIME",
            converter = TimeSpan.class,
            defaultValue = "2m",
            description = "A canary that has not answered for so long, while the baseline did, is silent"
                    + " (default: ${DEFAULT-VALUE}).")
    private Duration silence = CanaryRun.SILENCE;

    @Option(
            names = "--inflight",
            paramLabel = "SOURCE",
            description = {
                "Who knows whether requests are at a silent canary, which then fails:",
                "haproxy:SOCKET#BACKEND/SERVER, or prometheus:URL#EXPRESSION for their number."
            })
    private Optional<String> inFlight = Optional.empty();

    /// Opens both sources.
    ///
    /// @throws io.heddle.model.Failure when one is not there
    ///
    /// @param deadline after which no server is waited for
    CanaryRun open(Terminal terminal, Deadline deadline) {
        terminal.require(
                baselineMetrics.isPresent() == canaryMetrics.isPresent(),
                "--baseline-metrics and --canary-metrics go together");
        Optional<Why> why = baselineMetrics.map(metrics -> new Why(metrics, canaryMetrics.orElseThrow(), deadline));
        terminal.require(silence.toSeconds() >= 10 && silence.toHours() < 24, "--silence takes 10s to 23h, such as 2m");
        Optional<InFlight> knows = inFlight.map(source -> InFlight.of(source, deadline));
        CanaryRun run = CanaryRun.open(baseline, canary, plan(terminal), state, deadline)
                .silentAfter(silence, knows);
        return why.map(run::explainedBy).orElse(run);
    }

    /// What is asked of the canary.
    CanaryPlan plan(Terminal terminal) {
        terminal.require(
                quantiles.stream().allMatch(q -> q > 0 && q < 1),
                "--quantiles lie above 0 and below 1, such as 0.5,0.95");
        return new CanaryPlan(quantiles.stream().distinct().sorted().toList(), tolerance, alpha);
    }

    /// Looks that are too frequent cost more than they tell.
    void requireEvery(Terminal terminal, Duration every) {
        terminal.require(every.toMillis() >= 100 && every.toMinutes() < 60, "--every takes 100ms to 59m");
    }

    /// An arm is read from a server, which may be ill and get well.
    boolean asksServers() {
        return Stream.of(baseline, canary).anyMatch(source -> source.startsWith("prometheus:"));
    }

    /// A file to keep what was judged was named.
    boolean keepsState() {
        return state.isPresent();
    }

    /// The servers that sources of HAProxy name after `#`, the baseline's first; none of other sources.
    List<String> haproxyServers() {
        return Stream.of(baseline, canary)
                .filter(source -> source.startsWith("haproxy-") && source.contains("#"))
                .map(source -> source.substring(source.indexOf('#') + 1))
                .toList();
    }

    /// 0 pass, 1 fail, 3 undecided.
    static int exitCode(Canary canary) {
        return switch (canary.kind()) {
            case PASS -> 0;
            case FAIL -> 1;
            case UNDECIDED -> UNDECIDED;
        };
    }
}
