package io.heddle.cli;

import io.heddle.model.Failure;
import io.heddle.model.Finding.Severity;
import io.heddle.model.Fix;
import io.heddle.model.IoReason;
import io.heddle.report.Style;
import io.heddle.report.TerminalSanitizer;
import io.heddle.report.check.Annotations;
import io.heddle.report.check.Baseline;
import io.heddle.report.check.CheckFormat;
import io.heddle.report.check.CheckReport;
import io.heddle.report.check.CheckTerminal;
import io.heddle.report.check.MarkdownReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `heddle check`: what breaks, on which JDK?
@Command(
        name = "check",
        sortOptions = false,
        abbreviateSynopsis = true,
        usageHelpWidth = 80,
        showDefaultValues = false,
        subcommands = BaselineCommand.class,
        description = {
            "Reads all byte code of a service, its libraries and the JDK below them, and says what would pin, stall or deadlock on virtual threads,"
                    + " with the call path. Needs no source, no server and no run.",
            "TARGET is a jar, fat jar, war, folder of classes, class path, built Maven or Gradle project, group:artifact:version, or the id of a process, whose classes are read from it where no file has them (Clojure, Groovy, what a framework generates)."
        },
        footer = {
            "",
            "Examples:",
            "  heddle check app.jar",
            "      a service with the libraries in it",
            "  heddle check app.jar --jdk 21,25",
            "      what would moving to 25 remove, and what would it add?",
            "  heddle check org.postgresql:postgresql:42.7.8 --jdk 21",
            "      one library, resolved as Maven does",
            "  heddle check com.mysql:mysql-connector-j:8.4.0 \\",
            "      --against com.mysql:mysql-connector-j:9.0.0 --jdk 21",
            "      what appears and what goes with an upgrade",
            "  heddle check app.jar --profile app.jfr",
            "      what of it a recording of today's service met (jcmd PID JFR.start)",
            "  heddle check 4711",
            "      a service that runs from sources, such as Clojure's",
            "  heddle check . --baseline heddle-baseline.txt --sarif heddle.sarif",
            "      in a build: exit code 1 on new findings only",
            "  heddle check baseline create app.jar",
            "      accepts what is there today",
            "",
            "Exit codes: 0 fine; 1 findings (see --fail-on); 2 Heddle failed.",
        })
final class CheckCommand implements Callable<Integer> {

    private static final int MOST = 20;

    /// What the terminal shows of libraries.
    enum Shown {
        REQUESTS,
        ALL
    }

    /// The least severity that ends with exit code 1, the worst first.
    enum FailOn {
        DEADLOCK,
        STALL,
        SLOW,
        MEMORY,
        ADVICE,
        NEVER;

        boolean fails(CheckReport report) {
            return this != NEVER && report.fails(Severity.values()[ordinal()]);
        }

        boolean fails(Fix fix) {
            return this != NEVER && fix.fails(Severity.values()[ordinal()]);
        }
    }

    @Mixin
    private Terminal terminal = new Terminal();

    @Parameters(arity = "0..*", paramLabel = "TARGET", description = "What to check.")
    private List<String> targets = List.of();

    @Mixin
    private CheckWhat what = new CheckWhat();

    @Option(
            names = "--against",
            paramLabel = "NEW",
            description = "A newer TARGET: lists the findings that appear in it and those that are gone.")
    private Optional<String> against = Optional.empty();

    @Option(names = "--unknown", description = "Lists the call sites that were not followed.")
    private boolean unknown;

    @Option(names = "--explain", description = "Prints why each rule matters, and the whole call paths.")
    private boolean explain;

    @Option(
            names = "--exposure",
            paramLabel = "WHICH",
            defaultValue = "requests",
            description =
                    "What the terminal shows of libraries: requests, the worst of each that requests meet, or all (default: ${DEFAULT-VALUE}).")
    private Shown exposure = Shown.REQUESTS;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "" + MOST,
            description = "Most findings on the terminal (default: ${DEFAULT-VALUE}).")
    private int limit = MOST;

    private final CheckFiles files = new CheckFiles();

    @Mixin
    private CommandSpec formats = files.options();

    @Option(
            names = "--github",
            description = "Writes annotations to standard output, and Markdown to $GITHUB_STEP_SUMMARY.")
    private boolean github;

    @Option(names = "--baseline", paramLabel = "FILE", description = "Accepted findings: only others count.")
    private Optional<Path> baseline = Optional.empty();

    @Option(
            names = "--fail-on",
            paramLabel = "LEVEL",
            defaultValue = "stall",
            description =
                    "Exit code 1 for findings at this level or worse: deadlock, stall, slow, memory, advice or never (default: ${DEFAULT-VALUE}).")
    private FailOn failOn = FailOn.STALL;

    @Override
    public Integer call() {
        terminal.require(!targets.isEmpty(), "Missing a TARGET to check");
        terminal.require(limit > 0, "--limit takes 1 or more");
        terminal.require(against.isEmpty() || baseline.isEmpty(), "--against and --baseline exclude each other");
        Reports reports = Reports.tried(
                terminal,
                Stream.concat(files.all().stream(), Stream.of(summary())).toList());
        terminal.require(!github || !reports.onOutput(), "only one report can go to standard output");
        // Read first: a check of a minute should not end with a baseline that is not there.
        Optional<Baseline> accepted = baseline.map(CheckCommand::read);
        CheckReport report = report(accepted);
        print(report, reports);
        reports.end();
        return failOn.fails(report) ? 1 : 0;
    }

    private CheckReport report(Optional<Baseline> accepted) {
        CheckReport named = what.run(targets, terminal).report(what.confidence());
        if (against.isPresent()) {
            return what.run(List.of(against.orElseThrow()), terminal)
                    .report(what.confidence())
                    .against(named.check());
        }
        return accepted.map(known -> named.against(baseline.map(Path::toString).orElse(""), known))
                .orElse(named);
    }

    private void print(CheckReport report, Reports reports) {
        files.put(report, reports);
        Optional<Path> html = files.of(CheckFormat.HTML);
        Style style = github ? reports.style(html).plain() : reports.style(html);
        Gate screen = github ? terminal.err() : reports.screen();
        screen.print(CheckTerminal.render(
                report, new CheckTerminal.Wish(explain, unknown, exposure == Shown.ALL, limit), style));
        if (github) {
            terminal.out().document(Annotations.render(report));
            summary()
                    .ifPresent(file -> reports.attempt(
                            file.toString(),
                            () -> append(file, TerminalSanitizer.document(MarkdownReport.render(report)))));
        }
    }

    /// Where a job's summary is collected.
    private Optional<Path> summary() {
        return github
                ? Optional.ofNullable(System.getenv("GITHUB_STEP_SUMMARY")).map(Path::of)
                : Optional.empty();
    }

    private static void append(Path file, String text) {
        try {
            Files.writeString(
                    file, text, java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new Failure(
                    "cannot write the job's summary " + file + ": " + IoReason.of(e),
                    "leave --github out, or set GITHUB_STEP_SUMMARY to a file that can be written",
                    e);
        }
    }

    /// @throws Failure when it does not exist, or is none
    static Baseline read(Path file) {
        try {
            if (Files.size(file) > Baseline.LARGEST) {
                throw new Failure(
                        "the baseline " + file + " is larger than " + (Baseline.LARGEST >> 20) + " MiB",
                        "rewrite it: heddle check baseline create TARGET --baseline " + file);
            }
            return Baseline.read(Files.readString(file), file.toString());
        } catch (IOException e) {
            throw new Failure(
                    "the baseline " + file + " cannot be read" + ": " + IoReason.of(e),
                    "write one: heddle check baseline create TARGET --baseline " + file,
                    e);
        }
    }
}
