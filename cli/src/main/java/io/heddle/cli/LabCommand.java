package io.heddle.cli;

import io.heddle.lab.Case;
import io.heddle.lab.Experiment;
import io.heddle.lab.Experiments;
import io.heddle.lab.Extent;
import io.heddle.lab.LabJdk;
import io.heddle.lab.LabRunner;
import io.heddle.lab.Plan;
import io.heddle.lab.Result;
import io.heddle.lab.bench.Workshop;
import io.heddle.model.Failure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `heddle lab`: is what was published so, here, today?
@Command(
        name = "lab",
        sortOptions = false,
        abbreviateSynopsis = true,
        usageHelpWidth = 80,
        subcommands = {LabDiffCommand.class, LabClaimsCommand.class, LabPageCommand.class},
        description = {
            "Runs a published experiment again on the real components, with pinned versions, in JVMs of its own, and holds each figure against what was published and against the bound "
                    + "that no threading mode can pass.",
            "Without a name it lists the experiments."
        },
        footer = {
            "",
            "Examples:",
            "  heddle lab",
            "      which experiments there are",
            "  heddle lab threads --quick",
            "      one of them, in two minutes at most",
            "  heddle lab pinning-map --jdk 21,25 --json map.json --html map.html",
            "      on two JDKs; the result for scripts and for people",
            "  heddle lab --all --html lab.html",
            "      every experiment on one page",
            "  heddle lab diff before.json after.json",
            "      what has changed between two runs",
            "  heddle lab page threads.json delay.json --html lab.html",
            "      one page of several results",
            "  heddle lab claims lab.json",
            "      the published claims and whether they hold, as a Markdown table",
            "",
            "Ctrl-C keeps the rows that are done. Libraries come from Maven Central by",
            "way of the local Maven repository; what is there works offline.",
            "",
            "Exit codes: 0 all that must hold does; 1 something does not; 2 a row failed,",
            "or it was stopped.",
        })
final class LabCommand implements Callable<Integer> {

    private static final int ROWS_NAMED = 40;

    @Mixin
    private Terminal terminal = new Terminal();

    @Parameters(arity = "0..*", paramLabel = "NAME", description = "Experiments to run.")
    private List<String> names = List.of();

    @Option(names = "--all", description = "Every experiment.")
    private boolean all;

    @Option(
            names = "--jdk",
            paramLabel = "21|25|HOME|all",
            split = ",",
            defaultValue = "21,25",
            description = "JDKs to run on, or all that are found (default: ${DEFAULT-VALUE}).")
    private List<String> jdks = List.of();

    @Option(
            names = "--row",
            paramLabel = "WORDS",
            description = "Only rows whose case contains these words, such as --row ReentrantLock.")
    private String row = "";

    @Option(names = "--quick", description = "Two minutes at most an experiment: the fewest rows that show the point.")
    private boolean quick;

    @Option(names = "--full", description = "Every row: three quarters of an hour at most an experiment.")
    private boolean full;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "The result for scripts; - is standard output (default: a file under .heddle/lab).")
    private Optional<Path> json = Optional.empty();

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "The result as one page (default: a file under .heddle/lab).")
    private Optional<Path> html = Optional.empty();

    @Override
    public Integer call() {
        if (names.isEmpty() && !all) {
            terminal.out().print(LabScreen.list());
            return 0;
        }
        terminal.require(!quick || !full, "--quick and --full exclude each other");
        terminal.require(!all || names.isEmpty(), "--all runs every experiment: name none");
        Plan plan = new Plan(full ? Extent.FULL : quick ? Extent.QUICK : Extent.NORMAL, jdks(), row);
        List<Experiment> named = (all
                ? Experiments.ALL
                : names.stream().distinct().map(Experiments::named).toList());
        List<Experiment> chosen = named.stream()
                .filter(experiment -> !plan.cases(experiment).isEmpty())
                .toList();
        if (chosen.isEmpty()) {
            throw new Failure(
                    "no row contains the words '" + row + "'",
                    "use words of one of these; some run only without --quick or with --full:\n    "
                            + named.stream()
                                    .flatMap(experiment ->
                                            new Plan(plan.extent(), plan.jdks()).cases(experiment).stream())
                                    .map(Case::name)
                                    .distinct()
                                    .limit(ROWS_NAMED)
                                    .collect(Collectors.joining("\n    ")));
        }
        LabScreen screen = new LabScreen(terminal, LabFiles.of(terminal, chosen, json, html));
        List<Result> results = new ArrayList<>();
        try (Workshop workshop = Workshop.open();
                Interrupt interrupt = Interrupt.of(Thread.currentThread(), terminal.err())) {
            for (Experiment experiment : chosen) {
                Result result = new LabRunner(experiment, plan, Heddle.version(), workshop, screen).run();
                results.add(result);
                screen.end(result);
                if (result.interrupted()) {
                    break;
                }
            }
        }
        screen.endAll();
        return exitCode(results);
    }

    /// @throws Failure when none of them is here
    private List<LabJdk> jdks() {
        List<LabJdk> found = jdks.equals(List.of("all"))
                ? LabJdk.all()
                : jdks.stream().distinct().map(LabJdk::of).toList();
        if (found.stream().noneMatch(jdk -> jdk.found().isPresent())) {
            throw new Failure(
                    "none of these JDKs is installed: "
                            + found.stream().map(LabJdk::missing).collect(Collectors.joining("; ")),
                    "name one with --jdk HOME");
        }
        return found;
    }

    private static int exitCode(List<Result> results) {
        if (results.stream().anyMatch(result -> result.interrupted() || result.failed())) {
            return 2;
        }
        return results.stream().anyMatch(Result::broken) ? 1 : 0;
    }
}
