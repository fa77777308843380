package io.heddle.cli;

import io.heddle.model.Failure;
import io.heddle.model.Finding;
import io.heddle.report.Formats;
import io.heddle.report.check.Baseline;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `heddle check baseline`: accepts what is there today, so that a build fails on what is new.
@Command(
        name = "baseline",
        sortOptions = false,
        abbreviateSynopsis = true,
        usageHelpWidth = 80,
        showDefaultValues = false,
        description = "Writes the file of accepted findings that heddle check --baseline reads.",
        footer = {
            "",
            "Examples:",
            "  heddle check baseline create app.jar",
            "      accepts all findings of today; never overwrites a file",
            "  heddle check baseline prune app.jar",
            "      removes what is fixed, and accepts nothing new",
            "  heddle check baseline update app.jar --baseline ci/heddle.txt",
            "      accepts what is new, and removes what is fixed",
            "",
            "Use the same TARGET, --jdk, --confidence and --all as the check in your build.",
        })
final class BaselineCommand implements Callable<Integer> {

    /// What to do with the file.
    enum Action {
        CREATE,
        UPDATE,
        PRUNE
    }

    @Mixin
    private Terminal terminal = new Terminal();

    @Parameters(index = "0", paramLabel = "create|update|prune", description = "What to do with the file.")
    private Action action = Action.CREATE;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "TARGET", description = "What to check.")
    private List<String> targets = List.of();

    @Mixin
    private CheckWhat what = new CheckWhat();

    @Option(
            names = "--baseline",
            paramLabel = "FILE",
            defaultValue = "heddle-baseline.txt",
            description = "The file (default: ${DEFAULT-VALUE}).")
    private Path file = Path.of("");

    @Override
    public Integer call() {
        if (action == Action.CREATE && Files.exists(file)) {
            throw new Failure(
                    "the baseline " + file + " exists already",
                    "heddle check baseline update rewrites it, prune removes what is fixed");
        }
        terminal.require(!ReportFile.isOutput(file), "--baseline takes a file");
        Reports.tried(terminal, List.of(Optional.of(file)));
        Baseline old = action == Action.CREATE ? Baseline.of(List.of()) : CheckCommand.read(file);
        List<Finding> findings = what.run(targets, terminal).check().findings();
        Baseline now = switch (action) {
            case CREATE, UPDATE -> Baseline.of(findings);
            case PRUNE -> old.pruned(findings);
        };
        ReportFile.write(file, now.text());
        long added = now.fingerprints().stream()
                .filter(name -> !old.fingerprints().contains(name))
                .count();
        long removed = old.fingerprints().stream()
                .filter(name -> !now.fingerprints().contains(name))
                .count();
        terminal.out()
                .line(file + " accepts " + Formats.count(now.fingerprints().size(), "finding") + " (" + added
                        + " added, " + removed + " removed)");
        return 0;
    }
}
