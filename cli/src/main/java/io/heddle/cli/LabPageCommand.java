package io.heddle.cli;

import io.heddle.lab.Result;
import io.heddle.lab.page.Kept;
import io.heddle.lab.page.LabHtml;
import io.heddle.lab.page.LabJson;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `heddle lab page`: one page of several results.
@Command(
        name = "page",
        usageHelpWidth = 80,
        description =
                "Makes one page, and one result, from several kept ones: of single experiments, single JDKs or several days.",
        footer = {
            "",
            "Example:",
            "  heddle lab page threads.json delay.json --html lab.html",
            "",
            "If several results have the same row, the last one counts."
        })
final class LabPageCommand implements Callable<Integer> {

    @Mixin
    private Terminal terminal = new Terminal();

    @Parameters(arity = "1..*", paramLabel = "FILE.json", description = "Results, written by --json.")
    private List<Path> files = List.of();

    @Option(names = "--html", required = true, paramLabel = "FILE", description = "The page.")
    private Path html = Path.of("");

    @Option(names = "--json", paramLabel = "FILE", description = "The same for scripts.")
    private Optional<Path> json = Optional.empty();

    @Override
    public Integer call() {
        Reports reports = Reports.tried(terminal, List.of(Optional.of(html), json));
        List<Result> results = Kept.results(files);
        reports.put(Optional.of(html), () -> LabHtml.render(results));
        reports.put(json, () -> LabJson.render(results));
        reports.end();
        return 0;
    }
}
