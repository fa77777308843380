package io.heddle.cli;

import io.heddle.model.Failure;
import io.heddle.model.Finding;
import io.heddle.report.Words;
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
            "      takes out what is mended, and accepts nothing new",
            "  heddle check baseline update app.jar --baseline ci/heddle.txt",
            "      writes it anew: accepts what is new, takes out what is mended",
            "",
            "Use the same TARGET, --jdk, --confidence and --all as the check in your build.",
        })
final class BaselineCommand implements Callable<Integer> {

    /// What is done to the file.
    enum Action {
        CREATE,
        UPDATE,
        PRUNE
    }

    @Mixin
    private Terminal terminal = new Terminal();

    @Parameters(index = "0", paramLabel = "create|update|prune", description = "What is done to the file.")
    private Action action = Action.CREATE;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "TARGET", description = "What is checked.")
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
                    "there is a baseline " + file + " already",
                    "heddle check baseline update writes it anew, prune takes out what is mended");
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
        terminal.print(file + " accepts " + Words.count(now.fingerprints().size(), "finding") + " (" + added
                + " added, " + removed + " taken out)\n");
        return 0;
    }
}
