package io.heddle.cli;

import io.heddle.jdk.KnownHomes;
import io.heddle.model.Arm;
import io.heddle.model.Failure;
import io.heddle.model.Finding;
import io.heddle.model.Race;
import io.heddle.race.RaceRunner;
import io.heddle.race.RaceServices;
import io.heddle.race.arm.ArmBuild;
import io.heddle.race.plan.ArmList;
import io.heddle.race.plan.Objective;
import io.heddle.race.plan.Pace;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.plan.RaceOptions.SwitchChoice;
import io.heddle.race.plan.RaceOptions.TargetChoice;
import io.heddle.race.plan.ToldPool;
import io.heddle.race.target.Cores;
import io.heddle.race.target.Jdk;
import io.heddle.watch.EndedWatch;
import io.heddle.watch.live.RequestWaits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `heddle race`: what do I gain, what limits me?
@Command(
        name = "race",
        sortOptions = false,
        abbreviateSynopsis = true,
        usageHelpWidth = 80,
        showDefaultValues = false,
        description = {
            "Runs the same unmodified service on platform and on virtual threads under load, and compares both with the bound of Little's law.",
            "Without a target it races the bundled demo service on an embedded PostgreSQL."
        },
        footer = {
            "",
            "Examples:",
            "  heddle race --quick",
            "      the demo service: what a verdict looks like",
            "  heddle race app.jar --path /api/users --header 'Authorization: Bearer …'",
            "      your own service; its arguments follow after --",
            "  heddle race app.jar --requests shop.jsonl",
            "      several requests with weights, bodies, headers and cookies; also a HAR",
            "  heddle race app.jar --capacity 'p99<200ms'",
            "      how many requests a second each arm serves in time",
            "  heddle race app.jar --quick --overload 3x --limit 50",
            "      what becomes of each arm under three times its load, and with 50 requests at",
            "      once",
            "  heddle race --platform-url http://localhost:8080 --virtual-url http://localhost:8081 --path /api/users",
            "      two services that already run; nothing can be proven about their threads",
            "  heddle race app.jar --jdk 21 --jvm -Xmx512m -- --spring.profiles.active=test",
            "      on another JDK",
            "  heddle race --exec '{java} -cp app.jar:lib/* com.example.Main {port}'",
            "      anything that starts a JVM",
            "  heddle race app.jar --also-threads 400",
            "      would a larger thread pool give the same?",
            "  heddle race app.jar --arms platform@21,virtual@21,virtual@25",
            "      go to 25, or mend the code?",
            "  heddle race app.jar --arms virtual@21,virtual@21=patched.jar",
            "      did the mend work?",
            "  heddle race app.jar --check",
            "      which findings does the race meet? --check check.json takes those of an",
            "      earlier heddle check app.jar --json check.json",
            "",
            "Exit codes: 0 gain, no gain or undecided; 1 harm (see --fail-on); 2 Heddle or",
            "the target failed.",
        })
final class RaceCommand implements Callable<Integer> {

    private static final int MOST_UNTIL = 20;
    private static final int TIMEOUT_SECONDS = 30;
    private static final int QUICK_TIMEOUT_SECONDS = 10;
    private static final int REPETITIONS = 5;
    private static final int QUICK_REPETITIONS = 2;
    private static final Duration LEAST = Duration.ofMillis(100);
    private static final String ITSELF = "the target itself";

    @Mixin
    private Terminal terminal = new Terminal();

    @Mixin
    private RaceTarget target = new RaceTarget();

    @Mixin
    private RaceLoad load = new RaceLoad();

    @Mixin
    private RaceOverload overload = new RaceOverload();

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "The target's port (default: the one that answers HTTP on the path).")
    private Optional<Integer> port = Optional.empty();

    @Option(
            names = "--connections",
            paramLabel = "N",
            split = ",",
            description =
                    "Closed loops (default: 5 for each core, 50 and 400; with --quick few, and as many as each path's bounds make worth while).")
    private List<Integer> connections = List.of();

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = TimeSpan.class,
            description = "Least measured time of a trial (default: " + Pace.CLOSED_SECONDS + "s, and "
                    + Pace.LEAST_OPEN_SECONDS + "s to " + Pace.MOST_OPEN_SECONDS + "s at a constant rate; with --quick "
                    + Pace.QUICK_CLOSED_SECONDS + "s and " + Pace.QUICK_OPEN_SECONDS + "s).")
    private Optional<Duration> duration = Optional.empty();

    @Option(
            names = "--repetitions",
            paramLabel = "N",
            description = "Fresh JVMs an arm (default: " + REPETITIONS + "; with --quick " + QUICK_REPETITIONS + ").")
    private Optional<Integer> repetitions = Optional.empty();

    @Option(
            names = "--until",
            paramLabel = "5%",
            converter = Share.class,
            description = "Ends when the interval of each path's throughput is this narrow, after 3 to " + MOST_UNTIL
                    + " JVMs an arm.")
    private Optional<Double> until = Optional.empty();

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            split = ",",
            description = "Open loop, requests a second (default: shares of the lower arm's capacity).")
    private List<Double> rates = List.of();

    @Option(
            names = "--capacity",
            paramLabel = "'p99<200ms'",
            description = "Also finds the highest constant rate at which each arm meets this objective.")
    private Optional<String> capacity = Optional.empty();

    @Option(
            names = "--quick",
            description =
                    "Two JVMs an arm at most, and only as many connections as tell something: less sure, and says so.")
    private boolean quick;

    @Option(
            names = "--arms",
            paramLabel = "A,B",
            split = ",",
            defaultValue = "platform,virtual",
            description =
                    "Two to four arms, each platform or virtual, perhaps with @JDK (21, or a home) and =JAR; all are compared with the first. platform,platform shows the noise (default: ${DEFAULT-VALUE}).")
    private List<String> arms = List.of();

    @Option(
            names = "--switch",
            paramLabel = "agent|framework",
            description =
                    "What moves the virtual arm to virtual threads (default: the framework's own switch, if it has one).")
    private Optional<SwitchChoice> by = Optional.empty();

    @Option(names = "--also-threads", paramLabel = "N", description = "A third arm: platform threads in a pool of N.")
    private Optional<Integer> alsoThreads = Optional.empty();

    @Option(
            names = "--jdk",
            paramLabel = "HOME|21|25",
            defaultValue = "",
            description = "The target's JDK (default: JAVA_HOME if 21 or newer, else Heddle's own).")
    private String jdk = "";

    @Option(names = "--jvm", paramLabel = "OPTION", description = "JVM option of both arms; repeatable.")
    private List<String> jvm = List.of();

    @Option(
            names = "--pool",
            paramLabel = "NAME=SIZE",
            description =
                    "A limit of SIZE requests at once that the agent cannot see; NAME=SIZE/TIME if a request holds it for TIME only.")
    private List<String> pools = List.of();

    @Option(
            names = "--cpus",
            paramLabel = "N",
            description = "Cores of the target; the load generator takes the others (default: both share all).")
    private Optional<Integer> cpus = Optional.empty();

    @Option(
            names = "--before-trial",
            paramLabel = "CMD",
            description =
                    "Shell command to run before the first request to each JVM, and before each trial or window of --capacity; for example to restore data.")
    private Optional<String> beforeTrial = Optional.empty();

    @Option(
            names = "--allow-outbound",
            paramLabel = "HOST",
            description = "A host beyond loopback that the target may be connected to.")
    private Set<String> allowOutbound = Set.of();

    @Option(
            names = "--ready",
            paramLabel = "TIME",
            defaultValue = "60s",
            converter = TimeSpan.class,
            description = "How long the target may take until it answers (default: ${DEFAULT-VALUE}).")
    private Duration ready = Duration.ZERO;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = TimeSpan.class,
            description = "Longest wait for one answer (default: " + TIMEOUT_SECONDS + "s; with --quick "
                    + QUICK_TIMEOUT_SECONDS + "s).")
    private Optional<Duration> timeout = Optional.empty();

    @Option(
            names = "--check",
            paramLabel = "FILE",
            arity = "0..1",
            fallbackValue = ITSELF,
            description =
                    "Compares with the findings of heddle check --json FILE; without FILE, checks the target first.")
    private Optional<Path> check = Optional.empty();

    @Option(names = "--json", paramLabel = "FILE", description = "The result for scripts; - is standard output.")
    private Optional<Path> json = Optional.empty();

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "The verdicts as Markdown, for a comment on a pull request.")
    private Optional<Path> markdown = Optional.empty();

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "The report (default: report.html in the race's folder under .heddle).")
    private Optional<Path> html = Optional.empty();

    @Option(
            names = "--fail-on",
            paramLabel = "harm|undecided|changes",
            defaultValue = "harm",
            description = "What ends with exit code 1 (default: ${DEFAULT-VALUE}); harm always does,"
                    + " changes adds what an arm does otherwise beside its speed.")
    private FailOn failOn = FailOn.HARM;

    /// What ends with exit code 1 beside harm.
    private enum FailOn {
        HARM,
        UNDECIDED,
        CHANGES
    }

    @Override
    public Integer call() {
        if (System.getProperty("os.name", "").startsWith("Windows")) {
            throw new Failure(
                    "Heddle races no service on Windows: it could not end what it had started", "race it in WSL 2");
        }
        RaceOptions asked = options();
        RaceRunner.requireRaceable(asked);
        try (RaceFolder folder = RaceFolder.create()) {
            RaceOptions options = asked.in(folder.kept(), folder.scratch());
            Path page = html.orElse(folder.kept().resolve("report.html"));
            Reports reports = Reports.tried(terminal, List.of(json, markdown, Optional.of(page)));
            RaceFiles files = new RaceFiles(reports, json, markdown, page);
            RaceScreen screen = new RaceScreen(terminal, files);
            Optional<List<Finding>> predicted = check.map(file ->
                    file.equals(Path.of(ITSELF)) ? OwnCheck.of(options, screen::say) : PredictedFindings.of(file));
            KnownHomes homes = new KnownHomes(Stream.concat(
                            options.arms().stream()
                                    .map(arm -> ArmBuild.jdk(options, arm).home()),
                            Jdk.homes().stream())
                    .toList());
            RaceServices lent = new RaceServices(
                    new EndedWatch(Heddle.version(), homes), new KnownRemedies(), predicted, new RequestWaits());
            RaceRunner runner =
                    new RaceRunner(options, Heddle.version(), terminal.typed(), folder.agentJar(), lent, screen);
            RaceRunner.Ended ended;
            try (Interrupt interrupt = Interrupt.of(Thread.currentThread(), terminal.err())) {
                ended = runner.run();
            }
            screen.end(ended.race());
            if (ended.failure().isPresent()) {
                throw ended.failure().orElseThrow();
            }
            reports.end();
            return exitCode(ended.race());
        }
    }

    private int exitCode(Race race) {
        if (race.interrupted()) {
            return 2;
        }
        if (failOn == FailOn.CHANGES && !race.changes().isEmpty()) {
            return 1;
        }
        return switch (race.verdict().kind()) {
            case HARM -> 1;
            case UNDECIDED -> failOn == FailOn.UNDECIDED ? 1 : 0;
            case NO_GAIN, GAIN -> 0;
        };
    }

    /// What was asked for; where its files lie is not known yet.
    private RaceOptions options() {
        List<Integer> sorted = (connections.isEmpty() ? usualConnections() : connections)
                .stream().sorted().distinct().toList();
        terminal.require(
                !sorted.isEmpty() && sorted.getFirst() > 0 && sorted.getLast() <= 20_000,
                "--connections takes 1 to 20,000");
        terminal.require(repetitions.orElse(1) > 0, "--repetitions takes 1 or more");
        terminal.require(
                until.isEmpty() || repetitions.orElse(MOST_UNTIL) >= 3,
                "--until looks at three JVMs an arm or more: give --repetitions 3 or more, or leave it out");
        terminal.require(rates.stream().allMatch(rate -> rate > 0), "--rate takes more than 0 requests a second");
        terminal.require(alsoThreads.orElse(1) > 0, "--also-threads takes 1 or more");
        terminal.require(port.orElse(1) > 0 && port.orElse(1) < 65_536, "--port takes 1 to 65535");
        terminal.require(duration.orElse(LEAST).compareTo(LEAST) >= 0, "--duration takes 100ms or more");
        boolean saysHowToStart =
                alsoThreads.isPresent() || cpus.isPresent() || port.isPresent() || !jvm.isEmpty() || by.isPresent();
        List<Arm> armList = ArmList.parse(arms, alsoThreads.map(OptionalInt::of).orElse(OptionalInt.empty()));
        TargetChoice choice = target.choice(terminal, saysHowToStart, armList);
        return new RaceOptions(
                choice,
                load.workloads(choice),
                load.bystander(),
                port.map(OptionalInt::of).orElse(OptionalInt.empty()),
                sorted,
                quick && connections.isEmpty(),
                rates,
                capacity.map(Objective::parse),
                duration,
                repetitions.orElse(until.isPresent() ? MOST_UNTIL : quick ? QUICK_REPETITIONS : REPETITIONS),
                until.map(OptionalDouble::of).orElse(OptionalDouble.empty()),
                quick,
                armList,
                by.orElse(SwitchChoice.AUTOMATIC),
                jdk,
                jvm,
                pools.stream().map(ToldPool::parse).toList(),
                cpus.map(Cores::of),
                beforeTrial,
                allowOutbound,
                ready,
                timeout.orElse(Duration.ofSeconds(quick ? QUICK_TIMEOUT_SECONDS : TIMEOUT_SECONDS)),
                overload.choice(
                        terminal,
                        choice,
                        armList,
                        !quick && duration.isEmpty() && repetitions.isEmpty(),
                        quick,
                        duration,
                        timeout),
                Path.of(""),
                Path.of(""));
    }

    /// Few, where one path may starve all others; some; and more than a server's usual 200 threads.
    private List<Integer> usualConnections() {
        int cores = cpus.orElse(Runtime.getRuntime().availableProcessors());
        return List.of(Math.max(1, Math.min(40, 5 * cores)), 50, 400);
    }
}
