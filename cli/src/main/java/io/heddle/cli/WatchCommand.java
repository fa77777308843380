package io.heddle.cli;

import io.heddle.model.Failure;
import io.heddle.model.Watch;
import io.heddle.race.target.Redaction;
import io.heddle.report.Style;
import io.heddle.report.watch.WatchHtml;
import io.heddle.report.watch.WatchJson;
import io.heddle.report.watch.WatchText;
import io.heddle.watch.FileWatch;
import io.heddle.watch.live.LiveWatch;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// `heddle watch`: who holds the carriers?
@Command(name = "watch", sortOptions = false, abbreviateSynopsis = true, usageHelpWidth = 80,
        description = {"Says whether virtual threads wait for a carrier, how long, and whose code holds the carriers.",
            "A process is watched as it runs, without a restart, and left as it was; or a recording that it has made tells."},
        footer = {
            "",
            "Examples:",
            "  heddle watch 4711 --seconds 10",
            "      a running JVM of yours: jcmd lists them",
            "  heddle watch 4711 --probe",
            "      measures the delay from inside; the JVM prints a warning about it",
            "  heddle watch app.jfr",
            "      what a recording tells; jcmd PID JFR.dump filename=app.jfr writes one",
            "  heddle watch app.jfr --json -",
            "      for scripts",
            "",
            "Exit codes: 0 healthy; 1 delayed or stuck; 2 Heddle or the target failed.",
        })
final class WatchCommand implements Callable<Integer> {

    private static final Pattern PID = Pattern.compile("\\d{1,10}");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @ParentCommand
    private Heddle heddle = new Heddle();

    @Parameters(arity = "1..*", paramLabel = "PID | FILE.jfr…", description = "A process id, or recordings of one JVM.")
    private List<String> targets = List.of();

    @Option(names = "--seconds", paramLabel = "N", description = "How long to watch a process, 2 to 3600 (default: 30).")
    private int seconds = 30;

    @Option(names = "--probe", description = "Load a small agent with a virtual thread that measures how late it runs.")
    private boolean probe;

    @Option(names = "--probe-millis", paramLabel = "N", description = "How often it measures, 1 to 1000 (default: 20).")
    private int probeMillis = 20;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the result for scripts; - is standard output.")
    private Optional<Path> json = Optional.empty();

    @Option(names = "--html", paramLabel = "FILE", description = "Write a report for people, in one file.")
    private Optional<Path> html = Optional.empty();

    @Override
    public Integer call() {
        Watch watch = PID.matcher(targets.getFirst()).matches() ? live()
                : FileWatch.run(targets.stream().map(Path::of).toList(), Heddle.version(), Redaction.words(commandLine()));
        PrintWriter out = spec.commandLine().getOut();
        boolean jsonOnOutput = json.filter(Path.of("-")::equals).isPresent();
        json.filter(file -> !jsonOnOutput).ifPresent(file -> ReportFile.write(file, WatchJson.render(watch)));
        html.ifPresent(file -> ReportFile.write(file, WatchHtml.render(watch)));
        out.print(jsonOnOutput ? WatchJson.render(watch) : WatchText.render(watch, new Style(heddle.color(), Style.PLAIN.width(), html.map(Path::toString))));
        out.flush();
        return watch.state() == Watch.State.HEALTHY ? 0 : 1;
    }

    private Watch live() {
        require(targets.size() == 1, "watch takes one process");
        require(seconds >= 2 && seconds <= 3600, "--seconds takes 2 to 3600");
        require(probeMillis >= 1 && probeMillis <= 1000, "--probe-millis takes 1 to 1000");
        WatchScreen screen = new WatchScreen(heddle, spec.commandLine().getErr());
        try (Scratch scratch = Scratch.create("heddle-watch-")) {
            LiveWatch.Options options = new LiveWatch.Options(Long.parseLong(targets.getFirst()), Duration.ofSeconds(seconds),
                    probe ? Optional.of(AgentJar.unpack(scratch.folder())) : Optional.empty(), Duration.ofMillis(probeMillis));
            return LiveWatch.run(options, screen, Heddle.version(), Redaction.words(commandLine()));
        } catch (InterruptedException e) {
            throw new Failure("the watch was interrupted; the process is as it was", "watch it again, shorter: --seconds 5", e);
        } finally {
            screen.end();
        }
    }

    private void require(boolean holds, String sentence) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), sentence);
        }
    }

    private List<String> commandLine() {
        return Stream.concat(Stream.of("heddle"), spec.commandLine().getParent().getParseResult().originalArgs().stream()).toList();
    }
}
