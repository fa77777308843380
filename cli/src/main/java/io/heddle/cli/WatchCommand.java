package io.heddle.cli;

import io.heddle.cli.WatchLive.Seen;
import io.heddle.jdk.KnownHomes;
import io.heddle.model.Check;
import io.heddle.model.Failure;
import io.heddle.model.Watch;
import io.heddle.model.WatchComparison;
import io.heddle.race.target.Jdk;
import io.heddle.report.Lines;
import io.heddle.report.Style;
import io.heddle.report.watch.CompareHtml;
import io.heddle.report.watch.CompareReport;
import io.heddle.report.watch.Predicted;
import io.heddle.report.watch.WatchHtml;
import io.heddle.report.watch.WatchJson;
import io.heddle.report.watch.WatchReport;
import io.heddle.report.watch.WatchText;
import io.heddle.watch.Compare;
import io.heddle.watch.FileWatch;
import io.heddle.watch.dump.DumpWatch;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `heddle watch`: who holds the carriers?
@Command(
        name = "watch",
        sortOptions = false,
        abbreviateSynopsis = true,
        usageHelpWidth = 80,
        description = {
            "Says for what requests wait: a connection, a lock, a queue, a carrier, another service; and who has it.",
            "Watches a process as it runs, without a restart, and leaves it as it was; or reads its recordings or thread",
            "dumps."
        },
        footer = {
            "",
            "Examples:",
            "  heddle watch 4711 --seconds 10",
            "      a running JVM of yours: jcmd lists them",
            "  heddle watch 4711 --probe",
            "      measures the delay from inside; the JVM prints a warning about it",
            "  heddle watch app.jfr",
            "      a recording; jcmd PID JFR.dump filename=app.jfr writes one",
            "  heddle watch dump1.json dump2.json dump3.json",
            "      thread dumps; jcmd PID Thread.dump_to_file -format=json FILE writes one",
            "  heddle watch 4711 --until-stall --probe --record stall.jfr",
            "      waits for the next stall, and keeps the evidence",
            "  heddle watch 4711 --metrics 9464",
            "      figures for Prometheus, until Ctrl-C",
            "  heddle watch 4711 --check check.json",
            "      which findings of heddle check app.jar --json check.json are met",
            "  heddle watch --compare before.jfr after.jfr --html fix.html",
            "      what a fix or an upgrade has changed",
            "  heddle watch app.jfr --json -",
            "      for scripts",
            "",
            "Exit codes: 0 healthy, or not worse than before; 1 contended, delayed, stuck or worse (--fail-on);",
            "2 Heddle or the target failed, or nothing can be said.",
        })
final class WatchCommand implements Callable<Integer> {

    private static final int LONGEST = 7 * 24 * 3600;
    private static final List<String> OF_A_PROCESS =
            List.of("--seconds", "--probe", "--probe-millis", "--until-stall", "--record", "--memory", "--metrics");
    private static final Pattern RATE = Pattern.compile("\\d{1,9}(?:\\.\\d{1,6})?(?:/s)?");
    private static final Pattern PID = Pattern.compile("\\d{1,10}");

    @Mixin
    private Terminal terminal = new Terminal();

    @Parameters(
            arity = "0..*",
            paramLabel = "PID | FILE…",
            description = "A process id, or recordings of one JVM, or thread dumps of one JVM.")
    private List<String> targets = List.of();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description =
                    "How long to watch a process, 2 to 3600 (default: 30; with --until-stall 3600, with --metrics until Ctrl-C).")
    private Optional<Integer> seconds = Optional.empty();

    @Option(names = "--probe", description = "Load a small agent with a virtual thread that measures how late it runs.")
    private boolean probe;

    @Option(names = "--probe-millis", paramLabel = "N", description = "How often it measures, 1 to 1000 (default: 20).")
    private int probeMillis = 20;

    @Option(
            names = "--until-stall",
            description = "Watch in windows of ten seconds, until virtual threads have to wait.")
    private boolean untilStall;

    @Option(
            names = "--record",
            paramLabel = "FILE.jfr",
            description = "Keep the recording of the process, for another watch or for other tools.")
    private Optional<Path> record = Optional.empty();

    @Option(
            names = "--memory",
            description =
                    "Count what threads keep in memory; the process stands still for a histogram of its whole heap.")
    private boolean memory;

    @Option(
            names = "--metrics",
            paramLabel = "PORT",
            description =
                    "Watch on, and serve Prometheus figures on http://127.0.0.1:PORT/metrics; 0 takes a free port.")
    private Optional<Integer> metrics = Optional.empty();

    @Option(
            names = "--rate",
            paramLabel = "N/s",
            description = "Requests a second: then waits are told in milliseconds a request.")
    private Optional<String> rate = Optional.empty();

    @Option(
            names = "--fail-on",
            paramLabel = "LEVEL",
            description = "Exit code 1 from here on: contended (default), delayed or stuck.")
    private String failOn = "contended";

    @Option(
            names = "--check",
            paramLabel = "FILE",
            description = "Compares with what heddle check --json FILE predicted: seen, not seen, seen only.")
    private Optional<Path> check = Optional.empty();

    @Option(
            names = "--compare",
            arity = "2",
            paramLabel = "FILE.jfr",
            description =
                    "Compares two recordings: which holders appeared or went, and whether less carrier time is held.")
    private List<Path> compare = List.of();

    @Option(names = "--json", paramLabel = "FILE", description = "Write the result for scripts; - is standard output.")
    private Optional<Path> json = Optional.empty();

    @Option(names = "--html", paramLabel = "FILE", description = "Write a report for people, in one file.")
    private Optional<Path> html = Optional.empty();

    @Override
    public Integer call() {
        if (!compare.isEmpty()) {
            return compare();
        }
        terminal.require(!targets.isEmpty(), "Missing a process id, or a recording, to watch");
        boolean process = PID.matcher(targets.getFirst()).matches();
        if (!process) {
            refuseOptionsOfAProcess();
        }
        Watch.State level = level();
        terminal.require(!record.map(ReportFile::isOutput).orElse(false), "--record takes a file");
        Reports reports = Reports.tried(terminal, List.of(json, html, record));
        // Read first: a watch of a minute should not end with a check that is not there.
        Optional<Check> predictions = check.map(PredictedFindings::check);
        Seen seen = process
                ? new WatchLive(terminal, reports).run(wish())
                : new Seen(files(targets.stream().map(Path::of).toList()), Optional.empty());
        WatchReport report = new WatchReport(
                seen.watch(),
                predictions.map(known -> Predicted.of(check.map(Path::toString).orElse(""), known, seen.watch())),
                new KnownRemedies(),
                seen.memory());
        reports.put(json, () -> WatchJson.render(report));
        reports.put(html, () -> WatchHtml.render(report));
        print(reports, style -> WatchText.render(report, style));
        return switch (seen.watch().state()) {
            case HEALTHY -> 0;
            case CONTENDED, DELAYED, STUCK -> seen.watch().state().isAtLeast(level) ? 1 : 0;
            case UNKNOWN ->
                throw new Failure(
                        "whether requests wait is not known: " + seen.watch().text(),
                        process
                                ? "heddle watch " + targets.getFirst() + " --probe"
                                : "record or dump again, or watch the process itself: heddle watch PID --probe");
        };
    }

    /// Recordings or dumps: what a file is shows at its beginning.
    private Watch files(List<Path> files) {
        return WatchInput.areDumps(files)
                ? DumpWatch.run(files, perSecond(), Heddle.version(), terminal.typed())
                : FileWatch.run(files, perSecond(), homes(), Heddle.version(), terminal.typed());
    }

    private Watch.State level() {
        terminal.require(
                List.of("contended", "delayed", "stuck").contains(failOn),
                "--fail-on takes contended, delayed or stuck");
        return Watch.State.valueOf(failOn.toUpperCase(Locale.ROOT));
    }

    private Optional<Double> perSecond() {
        terminal.require(
                rate.isEmpty() || RATE.matcher(rate.orElseThrow()).matches(),
                "--rate takes requests a second, such as 450/s");
        Optional<Double> perSecond = rate.map(text -> Double.parseDouble(text.replaceFirst("/s$", "")));
        terminal.require(perSecond.isEmpty() || perSecond.orElseThrow() > 0, "--rate takes more than 0/s");
        return perSecond;
    }

    /// A recording is what it is: nobody should think that it was probed, or waited for.
    private void refuseOptionsOfAProcess() {
        List<String> given = OF_A_PROCESS.stream().filter(terminal::given).toList();
        terminal.require(
                given.isEmpty(),
                String.join(", ", given) + (given.size() == 1 ? " needs" : " need")
                        + " a running process: give its id instead of a recording");
    }

    private static KnownHomes homes() {
        return new KnownHomes(Jdk.homes());
    }

    private int compare() {
        terminal.require(targets.isEmpty(), "--compare takes two recordings and nothing else");
        refuseOptionsOfAProcess();
        terminal.require(check.isEmpty(), "--compare goes with --json and --html alone");
        Reports reports = Reports.tried(terminal, List.of(json, html));
        WatchComparison compared =
                Compare.run(compare.getFirst(), compare.getLast(), homes(), Heddle.version(), terminal.typed());
        reports.put(json, () -> CompareReport.json(compared));
        reports.put(html, () -> CompareHtml.render(compared));
        print(reports, style -> CompareReport.text(compared, style));
        return CompareReport.fails(compared) ? 1 : 0;
    }

    private WatchLive.Wish wish() {
        terminal.require(targets.size() == 1, "watch takes one process");
        boolean longer = untilStall || metrics.isPresent();
        int most = longer ? LONGEST : 3600;
        int length = seconds.orElse(untilStall ? 3600 : metrics.isPresent() ? LONGEST : 30);
        terminal.require(length >= 2 && length <= most, "--seconds takes 2 to " + most);
        terminal.require(probeMillis >= 1 && probeMillis <= 1000, "--probe-millis takes 1 to 1000");
        terminal.require(
                metrics.isEmpty() || metrics.orElseThrow() >= 0 && metrics.orElseThrow() <= 65_535,
                "--metrics takes a port, 0 to 65535");
        return new WatchLive.Wish(
                Long.parseLong(targets.getFirst()),
                length,
                probe,
                probeMillis,
                untilStall,
                record,
                memory,
                metrics,
                perSecond());
    }

    private void print(Reports reports, Function<Style, Lines> text) {
        reports.screen().print(text.apply(reports.style(html)));
        reports.end();
    }
}
