package io.heddle.cli;

import io.heddle.canary.CanaryRun;
import io.heddle.model.Canary;
import io.heddle.model.Failure;
import io.heddle.net.Deadline;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `heddle canary serve`: answers controllers until it is ended.
@Command(
        name = "serve",
        sortOptions = false,
        abbreviateSynopsis = true,
        usageHelpWidth = 80,
        description = {
            "Answers Argo Rollouts, Flagger, callers of Kayenta and people, over HTTP.",
            "  GET  /             a page for people",
            "  GET  /v1/verdict   JSON, for Argo Rollouts' web metric and for scripts",
            "  POST /flagger/rollout | confirm-promotion | rollback",
            "  GET  /canaryConfig, POST /canary/heddle, GET /canary/ID   Kayenta's calls"
        },
        footer = {
            "",
            "Examples:",
            "  heddle canary serve --baseline nginx-log:/var/log/nginx/access.log#stable \\",
            "                      --canary nginx-log:/var/log/nginx/access.log#canary \\",
            "                      --state roll-out.state",
            "  curl http://127.0.0.1:8787/v1/verdict",
            "",
            "Templates for Argo Rollouts, Flagger and Spinnaker: docs/canary in the repository.",
            "Exit codes: 0 ended by Ctrl-C or TERM; 2 Heddle failed.",
        })
final class CanaryServeCommand implements Callable<Integer> {

    @Mixin
    private Terminal terminal = new Terminal();

    @Mixin
    private CanaryOptions options = new CanaryOptions();

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            converter = Listen.class,
            defaultValue = "127.0.0.1:8787",
            description = "Where to answer; port 0 takes a free one (default: ${DEFAULT-VALUE}).")
    private InetSocketAddress listen = new InetSocketAddress(0);

    @Option(
            names = "--every",
            paramLabel = "TIME",
            converter = TimeSpan.class,
            defaultValue = "5s",
            description = "Time from one look to the next (default: ${DEFAULT-VALUE}).")
    private Duration every = Duration.ZERO;

    @Override
    public Integer call() {
        options.requireEvery(terminal, every);
        try (OpenedLater run = new OpenedLater(() -> options.open(terminal, Deadline.NONE))) {
            CanaryLooks looks = looks(run);
            try (CanaryServer server = CanaryServer.start(listen, new CanaryAnswers(looks::seen, terminal.typed()));
                    Interrupt interrupt = Interrupt.of(
                            Thread.currentThread(), terminal.err(), "stopping (Ctrl-C again to stop now)")) {
                say(server);
                looks.run();
            }
        }
        return 0;
    }

    /// A file that is missing is a mistake of the command line; a server that is ill may get well.
    private CanaryLooks looks(OpenedLater run) {
        try {
            return new CanaryLooks(run::read, run::look, every);
        } catch (Failure e) {
            if (!options.asksServers()) {
                throw e;
            }
            terminal.say(e.sentence() + "; answers 503 until a look succeeds");
            return new CanaryLooks(run::read, run::look, every, e);
        }
    }

    /// Sources that are opened at the first look that can.
    private static final class OpenedLater implements AutoCloseable {

        private final Supplier<CanaryRun> opening;
        private Optional<CanaryRun> run = Optional.empty();

        OpenedLater(Supplier<CanaryRun> opening) {
            this.opening = opening;
        }

        void read() {
            run.ifPresent(CanaryRun::read);
        }

        Canary look() {
            CanaryRun open = run.orElseGet(opening);
            run = Optional.of(open);
            return open.look();
        }

        @Override
        public void close() {
            run.ifPresent(CanaryRun::close);
        }
    }

    private void say(CanaryServer server) {
        InetSocketAddress at = server.address();
        terminal.say("answers on http://" + at.getAddress().getHostAddress() + ":" + at.getPort() + "/");
        if (!server.isLoopback()) {
            terminal.say("anybody who reaches that address may read verdicts, ratios and request counts of both arms");
        }
    }
}
